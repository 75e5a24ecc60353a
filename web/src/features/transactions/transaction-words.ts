import { titleKeyOf } from '@wattle/contract/rules/row-title.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { explainedOf } from './transactions.domain.ts';

/** Kinds whose category says more than the kind. */
const BOUGHT: readonly Transaction['Kind'][] = ['purchase', 'cash'];

/** Name of the sender of a row, which matters more than the sender's text. */
function senderOf({ Kind, Counterparty }: Transaction): string | null {
  return Kind === 'transferIn' ? Counterparty : null;
}

/** The description of a row: a text of the programme in the language in use, whichever it was stored in. */
export function useDescription(): (row: Pick<Transaction, 'Description' | 'DescriptionIn'>) => string {
  const language = useLanguage();
  return ({ Description, DescriptionIn }) => DescriptionIn?.[language] ?? Description;
}

/** The first line of a row. A shop may have sent no name. */
export function useTitle(): (row: Transaction) => string {
  const t = useTexts('transactions');
  const descriptionOf = useDescription();
  return (row) => {
    const key = titleKeyOf(row);
    return senderOf(row) ?? (key === undefined ? descriptionOf(row) : t(key));
  };
}

/** The second line of a row: the foreign amount, the purpose and the channel, or the reason of a decline. */
export function useSecondLine(isMixed = false): (row: Transaction) => string {
  const t = useTexts('transactions');
  const format = useFormat();
  const descriptionOf = useDescription();
  const lineOf = (row: Transaction) => {
    switch (explainedOf(row)) {
      case 'declined':
        return t('declinedLine', { reason: t(`declined.${row.DeclineReason ?? 'other'}`) });
      case 'lapsed':
        return t(`parts.lapsed.${row.LapseReason ?? 'cancelled'}`);
      case 'coming':
        return t('parts.refund.said');
      case 'part':
        return t('parts.cap.part');
      case 'heldMore':
        return t('parts.cap.heldMore');
      case 'tookMore':
        return t('parts.tip.was', { amount: format.money(row.ApprovedAmount ?? 0) });
      case null:
        break;
    }
    if (row.IsPending && row.IsEstimate) return t('estimate');
    if ((senderOf(row) ?? row.Description) !== row.Description) return t('receivedFor', { what: descriptionOf(row) });
    if (row.ShopAmount !== null)
      return t('shopAmount', { amount: format.foreignMoney(row.ShopAmount), rate: row.ShopAmount.Rate });
    const kind = BOUGHT.includes(row.Kind) ? t(`category.${row.Category}`) : t(`kind.${row.Kind}`);
    const what = isMixed && row.IsPending ? t('pending') : kind;
    if (row.CashAmount !== null) return t('line', { what, how: t('parts.cash', cashOf(row, format)) });
    return row.Channel === null ? what : t('line', { what, how: t(`channel.${row.Channel}`) });
  };
  // A held fee is not part of the row's amount.
  return (row) =>
    row.HeldFee === null ? lineOf(row) : t('withHeldFee', { line: lineOf(row), fee: format.money(row.HeldFee) });
}

/** Amounts of a purchase that was partly paid out in cash. */
export function cashOf(row: Transaction, format: Pick<Format, 'money'>): { cash: string; amount: string } {
  return { cash: format.money(row.CashAmount ?? 0), amount: format.money(Math.abs(row.Amount)) };
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
