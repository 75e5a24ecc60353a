import { UNEXPECTED } from '../../api/send.ts';
import type { Download } from '../../api/download.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';

type DownloadNoteProps = {
  readonly download: Pick<Download<unknown>, 'state' | 'failure'>;
  /** Words for a 404, where the file may have nothing to contain. */
  readonly none?: string;
};

/** Progress of a download, announced when it changes, or the reason of its failure. */
export function DownloadNote({ download, none }: DownloadNoteProps) {
  const downloads = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const { state, failure } = download;
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  const problem = () => {
    if (failure === null) return null;
    if (failure.code === '404' && none !== undefined) return none;
    return downloads.has(own) ? downloads(own) : wordsOfCode(failure.code);
  };
  return (
    <>
      <p className="save-note" role="status">
        {state === 'idle' ? '' : downloads(state)}
      </p>
      {failure === null ? null : (
        <p className="save-note save-note--problem" role="alert">
          {problem()}
        </p>
      )}
    </>
  );
}
