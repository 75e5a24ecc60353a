import { getTaxSummary } from '@wattle/contract/statements/statements.ts';
import { useDownload } from '../../api/download.ts';
import { UNEXPECTED } from '../../api/send.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { yearName } from './statements.domain.ts';

type TaxSummaryProps = {
  readonly accountNumber: string;
  /** The year in which the financial year began. */
  readonly startYear: number;
};

/** Opens the tax summary of a financial year in a tab. */
export function TaxSummary({ accountNumber, startYear }: TaxSummaryProps) {
  const t = useTexts('statements');
  const downloads = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const { state, failure, start } = useDownload(getTaxSummary);
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  const isBusy = state === 'making';
  const open = () => {
    if (isBusy) return;
    // Where the browser allows no tab, the file is saved.
    const tab = window.open('about:blank', '_blank');
    start({ accountNumber, startYear, download: tab === null }, tab);
  };
  return (
    <>
      <button className="statements__open" type="button" aria-disabled={isBusy || undefined} onClick={open}>
        {t('tax.link', { year: yearName(startYear) })}
      </button>
      <p className="save-note" role="status">
        {state === 'idle' ? '' : downloads(state)}
      </p>
      {failure === null ? null : (
        <p className="save-note save-note--problem" role="alert">
          {downloads.has(own) ? downloads(own) : wordsOfCode(failure.code)}
        </p>
      )}
    </>
  );
}
