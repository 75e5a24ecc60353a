import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useBrand } from '../../brand/brand.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { TransactionRow } from './transaction-row.part.tsx';
import { byDay, heldCents, isComing } from './transactions.domain.ts';
import { useDayHeading } from './day-heading.ts';

type PendingRowsProps = { readonly rows: readonly Transaction[]; readonly now: string };

/** Purchases that are authorised and not cleared yet, and refunds on their way, under their days. */
export function PendingRows({ rows, now }: PendingRowsProps) {
  const t = useTexts('transactions');
  const owned = useOwnedMoney();
  const { TimeZone } = useBrand();
  const headingOf = useDayHeading(now);
  const holdsMoney = rows.some((row) => !isComing(row));
  const pendingText = rows.some(isComing) ? (holdsMoney ? 'pendingTextBoth' : 'pendingTextRefunds') : 'pendingText';
  return (
    <section className="pending" aria-labelledby="pending-title">
      <div className="pending__head">
        <h2 id="pending-title">{t('pending')}</h2>
        {holdsMoney && <p className="pending__held">{t('held', { amount: owned(heldCents(rows) / 100) })}</p>}
        <p className="pending__text">{t(pendingText)}</p>
      </div>
      {byDay(rows, TimeZone, { all: false, hasMore: false }).map((day) => (
        <div key={day.day}>
          <h3 className="pending__day">{headingOf(day.day)}</h3>
          <ul className="rows rows--wide">
            {day.rows.map((row) => (
              <TransactionRow key={row.TransactionId} row={row} now={now} when="time" isFull />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
