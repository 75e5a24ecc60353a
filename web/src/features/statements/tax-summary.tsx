import { getTaxSummary } from '@wattle/contract/statements/statements.ts';
import { useDownload } from '../../api/download.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { DownloadNote } from '../transactions/download-note.part.tsx';
import { yearName } from './statements.domain.ts';

type TaxSummaryProps = {
  readonly accountNumber: string;
  /** The year in which the financial year began. */
  readonly startYear: number;
};

/** Opens the tax summary of a financial year in a tab. */
export function TaxSummary({ accountNumber, startYear }: TaxSummaryProps) {
  const t = useTexts('statements');
  const download = useDownload(getTaxSummary);
  const { state, start } = download;
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
      <DownloadNote download={download} />
    </>
  );
}
