import { getStatementDetails } from '@wattle/contract/statements/get-statement-details.ts';
import type { Statement } from '@wattle/contract/statements/statement.ts';
import { useDownload } from '../../api/download.ts';
import { UNEXPECTED } from '../../api/send.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { SaveButton } from '../../ui/save-button.tsx';

type StatementRowProps = {
  readonly accountNumber: string;
  readonly statement: Statement;
};

/** A statement: its period, when it was issued, and the file. */
export function StatementRow({ accountNumber, statement }: StatementRowProps) {
  const t = useTexts('statements');
  const downloads = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const format = useFormat();
  const { state, failure, start } = useDownload(getStatementDetails);
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  const from = format.dateOf(statement.PeriodStart);
  const to = format.dateOf(statement.PeriodEnd);
  return (
    <div className="statements__row">
      <div>
        <p className="statements__period">
          {t('range', { from, to })} {!statement.IsOpened && state !== 'saved' && <Badge tone="info">{t('new')}</Badge>}
        </p>
        <p className="statements__issued">{t('issued', { date: format.dateOf(statement.IssueDateString) })}</p>
      </div>
      <SaveButton
        label={downloads('savePdf')}
        isBusy={state === 'making'}
        note={state === 'idle' ? '' : downloads(state)}
        problem={failure === null ? '' : downloads.has(own) ? downloads(own) : wordsOfCode(failure.code)}
        onPress={() => start({ accountNumber, statementId: statement.StatementId })}
      />
    </div>
  );
}
