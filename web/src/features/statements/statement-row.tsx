import { getStatementDetails, type Statement } from '@wattle/contract/statements/statements.ts';
import { useDownload } from '../../api/download.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { SaveShape } from '../../ui/save-button.tsx';
import { DownloadNote } from '../transactions/download-note.part.tsx';
import { usePeriodNames } from './period-name.ts';

type StatementRowProps = {
  readonly accountNumber: string;
  readonly statement: Statement;
  /** The latest statement, while it is unread. */
  readonly isNew: boolean;
};

/** A statement: its period opens it in a tab; beside it when it was issued, and the file. */
export function StatementRow({ accountNumber, statement, isNew }: StatementRowProps) {
  const t = useTexts('statements');
  const format = useFormat();
  const { periodOf } = usePeriodNames();
  const download = useDownload(getStatementDetails);
  const { state, start } = download;
  const isBusy = state === 'making';
  const named = { accountNumber, statementId: statement.StatementId };
  const period = periodOf(statement.PeriodStart, statement.PeriodEnd);
  const open = () => {
    if (isBusy) return;
    // Where the browser allows no tab, the file is saved.
    const tab = window.open('about:blank', '_blank');
    start({ ...named, download: tab === null }, tab);
  };
  return (
    <>
      <div className="statements__row">
        <div className="statements__what">
          <button className="statements__open" type="button" aria-disabled={isBusy || undefined} onClick={open}>
            <span className="visually-hidden">{t('openOf')} </span>
            {period}
          </button>
          {isNew ? <Badge tone="info">{t('new')}</Badge> : null}
          <p className="statements__issued">{t('issued', { date: format.dateOf(statement.IssueDateString) })}</p>
        </div>
        <button
          className="statements__save"
          type="button"
          aria-disabled={isBusy || undefined}
          aria-label={t('saveOf', { period })}
          onClick={() => start({ ...named, download: true })}
        >
          <SaveShape />
        </button>
      </div>
      <DownloadNote download={download} />
    </>
  );
}
