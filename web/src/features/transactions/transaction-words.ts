import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Kinds whose category says more than the kind. */
const BOUGHT: readonly Transaction['Kind'][] = ['purchase', 'cash'];

/** The first line of a row. The sender's name matters more than the sender's text. */
export function titleOf(row: Transaction): string {
  return row.Kind === 'transferIn' && row.Counterparty !== null ? row.Counterparty : row.Description;
}

/** The second line of a row: the foreign amount, the purpose and the channel, or the reason of a decline. */
export function useSecondLine(): (row: Transaction) => string {
  const t = useTexts('transactions');
  const format = useFormat();
  const lineOf = (row: Transaction) => {
    if (row.IsDeclined) return t('declinedLine', { reason: t(`declined.${row.DeclineReason ?? 'other'}`) });
    if (row.IsPending && row.IsEstimate) return t('estimate');
    if (titleOf(row) !== row.Description) return t('receivedFor', { what: row.Description });
    if (row.ShopAmount !== null)
      return t('shopAmount', { amount: format.foreignMoney(row.ShopAmount), rate: row.ShopAmount.Rate });
    const what = BOUGHT.includes(row.Kind) ? t(`category.${row.Category}`) : t(`kind.${row.Kind}`);
    return row.Channel === null ? what : t('line', { what, how: t(`channel.${row.Channel}`) });
  };
  // A held fee is not part of the row's amount.
  return (row) =>
    row.HeldFee === null ? lineOf(row) : t('withHeldFee', { line: lineOf(row), fee: format.money(row.HeldFee) });
}

/** The second line of a row on the page of its merchant: time, channel, and whether it is a refund. */
export function useVisitLine(): (row: Transaction) => string {
  const t = useTexts('transactions');
  const format = useFormat();
  return (row) => {
    const how = row.Kind === 'refund' ? t('kind.refund') : row.Channel === null ? '' : t(`channel.${row.Channel}`);
    const what = format.timeOf(row.TransactionDate);
    return how === '' ? what : t('line', { what, how });
  };
}
