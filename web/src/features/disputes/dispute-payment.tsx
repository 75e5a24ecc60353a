import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Names a posted row of an account. */
export type DisputedRow = { readonly accountNumber: string; readonly sequence: number };

/** The payment that it is about. */
export function Payment({ row }: { readonly row: Transaction }) {
  const t = useTexts('transactions');
  const format = useFormat();
  const now = useNow();
  return (
    <div className="dispute-payment">
      <div>
        <p className="dispute-payment__name">{row.Description}</p>
        <p className="dispute-payment__when">
          {t('detail.dayAndTime', {
            day: format.dayInWords(row.TransactionDate, now),
            time: format.timeOf(row.TransactionDate),
          })}
        </p>
      </div>
      <p className="dispute-payment__amount figures">{format.money(row.Amount, 'always')}</p>
    </div>
  );
}
