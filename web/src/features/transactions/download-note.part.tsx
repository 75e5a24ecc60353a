import { UNEXPECTED } from '../../api/send.ts';
import type { Download } from '../../api/download.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';

const NOTHING_THERE = '404';

/** How an export goes, read out as it changes, or why it failed. */
export function DownloadNote({ download }: { readonly download: Pick<Download<unknown>, 'state' | 'failure'> }) {
  const t = useTexts('transactions');
  const downloads = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const { state, failure } = download;
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  const problem = () => {
    if (failure === null) return null;
    if (failure.code === NOTHING_THERE) return t('export.none');
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
