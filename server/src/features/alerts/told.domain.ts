import { METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import type { AlertKind, AlertSetting, ToldPosting, ToldPurchase } from './alert.store.ts';

/** Alert that one event causes for one person, and its channels. */
export type Told = { readonly template: AlertTemplate; readonly ways: readonly number[] };
export type AlertTemplate =
  | 'alertPurchase'
  | 'alertOverValue'
  | 'alertDeclined'
  | 'alertMoneyIn'
  | 'alertMoneyOut'
  | 'alertTopUp'
  | 'alertStatement'
  | 'alertLowBalance';

type Setting = Pick<AlertSetting, AlertKind | 'over_value_from'>;

/** One alert on each channel: for a large purchase where that was chosen, else for a purchase. */
export function tellsOfPurchase(
  setting: Setting,
  purchase: Pick<ToldPurchase, 'amount' | 'is_declined'>,
): readonly Told[] {
  if (purchase.is_declined) return toldBy('alertDeclined', setting.declined);
  const { over_value_from: from } = setting;
  const large = from !== null && purchase.amount >= from ? setting.over_value : [];
  const others = setting.debit_card.filter((way) => !large.includes(way));
  return [...toldBy('alertOverValue', large), ...toldBy('alertPurchase', others)];
}

const MONEY_IN = new Set(['transferIn', 'pay']);
const MONEY_OUT: ReadonlySet<string> = new Set(METHOD_TRANSACTION_KINDS);

/** Kind of alert for a top-up, by the kind of the ledger account that the money comes from. */
const TOP_UPS: Readonly<Record<string, AlertKind>> = {
  vouchers: 'voucher_top_up',
  bank: 'bank_transfer',
  // Money from a card, one’s own or another’s, has no kind of its own and counts as money in.
  gateway: 'bank_transfer',
  suspense: 'bank_transfer',
  directDebits: 'auto_top_up',
};

/** Transfers and top-ups have alerts. A purchase had its alert at authorisation, so its posting has none. */
export function tellsOfPosting(setting: Setting, posting: Pick<ToldPosting, 'kind' | 'source'>): readonly Told[] {
  if (MONEY_IN.has(posting.kind)) return toldBy('alertMoneyIn', setting.bank_transfer);
  if (MONEY_OUT.has(posting.kind)) return toldBy('alertMoneyOut', setting.bank_transfer);
  const topUp = posting.kind === 'topUp' ? TOP_UPS[posting.source ?? ''] : undefined;
  return topUp === undefined ? [] : toldBy('alertTopUp', setting[topUp]);
}

/** Statement alerts go to the primary holder alone. */
export function tellsOfStatement(
  setting: Pick<AlertSetting, 'statement'>,
  { isPrimary }: { readonly isPrimary: boolean },
): readonly Told[] {
  return isPrimary ? toldBy('alertStatement', setting.statement) : [];
}

function toldBy(template: AlertTemplate, ways: readonly number[]): readonly Told[] {
  return ways.length === 0 ? [] : [{ template, ways }];
}

/** Whether a balance is low now, and whether it has just become low. */
export function crossesLow(
  { low_balance_below: below, is_low: wasLow }: Pick<AlertSetting, 'low_balance_below' | 'is_low'>,
  available: bigint,
): { readonly isLow: boolean; readonly isNews: boolean } {
  const isLow = below !== null && available < below;
  return { isLow, isNews: isLow && !wasLow };
}
