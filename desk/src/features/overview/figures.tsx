import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';
import { Figure } from '../../parts/figure.tsx';
import { useDeskFormat } from '../../parts/format.ts';
import { EVERY_MS } from './every.ts';

/** How many rows a list has, as far as its first page tells. */
function countOf(looked: Looked<unknown>): string {
  if (!looked.rows) return looked.failure ? '–' : '…';
  return `${looked.rows.length}${looked.hasMore ? '+' : ''}`;
}

/** Four numbers of the programme. One that can't be looked up shows a dash, and the others stay. */
export function Figures() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const books = useCommand('differences', {}, { everyMs: EVERY_MS });
  const held = useCommand('held-payments', {}, { everyMs: EVERY_MS });
  const disputes = useCommand('disputes', {}, { everyMs: EVERY_MS });
  const suspense = useCommand('suspense', {}, { everyMs: EVERY_MS });
  const bank = books.rows?.find(({ account }) => account === 'bank');
  const [next] = disputes.rows ?? [];
  const total = (suspense.rows ?? []).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return (
    <div className="cols cols--even">
      <div className="col-3">
        <Figure
          label={t('figure.bank')}
          value={bank ? format.money(bank.books) : books.failure ? '–' : t('figure.noStatement')}
          tone={bank && Number(bank.unexplained) === 0 ? 'ok' : bank ? 'danger' : undefined}
          note={
            bank &&
            (Number(bank.unexplained) === 0
              ? t('figure.agrees', { day: format.dateOf(bank.until) })
              : t('figure.differs', { amount: format.money(bank.unexplained) }))
          }
        />
      </div>
      <div className="col-3">
        <Figure label={t('figure.held')} value={countOf(held)} note={t('figure.heldNote')} />
      </div>
      <div className="col-3">
        <Figure
          label={t('figure.disputes')}
          value={countOf(disputes)}
          note={next ? t('figure.answerBy', { day: format.dateOf(next.answerBy) }) : t('figure.noDispute')}
        />
      </div>
      <div className="col-3">
        <Figure
          label={t('figure.suspense')}
          value={countOf(suspense)}
          note={suspense.rows ? t('figure.suspenseNote', { amount: format.money(total / 100) }) : undefined}
        />
      </div>
    </div>
  );
}
