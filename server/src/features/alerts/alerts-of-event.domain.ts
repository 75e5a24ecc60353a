import { METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import type { AlertKind, AlertSetting, AlertedPosting, AlertedPurchase } from './alert.store.ts';

/** Alert that one event causes for one person, and its channels. */
export type EventAlert = { readonly template: AlertTemplate; readonly channels: readonly number[] };
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
export function alertsOfPurchase(
  setting: Setting,
  purchase: Pick<AlertedPurchase, 'amount' | 'is_declined'>,
): readonly EventAlert[] {
  if (purchase.is_declined) return alertOn('alertDeclined', setting.declined);
  const { over_value_from: from } = setting;
  const large = from !== null && purchase.amount >= from ? setting.over_value : [];
  const others = setting.debit_card.filter((channel) => !large.includes(channel));
  return [...alertOn('alertOverValue', large), ...alertOn('alertPurchase', others)];
}

const MONEY_IN = new Set(['transferIn', 'pay']);
const MONEY_OUT: ReadonlySet<string> = new Set(METHOD_TRANSACTION_KINDS);

/** Kind of alert for a top-up, by the kind of the ledger account that the money comes from. */
const TOP_UPS: Readonly<Record<string, AlertKind>> = {
  vouchers: 'voucher_top_up',
  bank: 'bank_transfer',
  // Money from a card of the same holder or of another person has no specific kind and counts as money in.
  gateway: 'bank_transfer',
  suspense: 'bank_transfer',
  directDebits: 'auto_top_up',
};

/** Transfers and top-ups have alerts. A purchase had its alert at authorisation, so its posting has none. */
export function alertsOfPosting(
  setting: Setting,
  posting: Pick<AlertedPosting, 'kind' | 'source'>,
): readonly EventAlert[] {
  if (MONEY_IN.has(posting.kind)) return alertOn('alertMoneyIn', setting.bank_transfer);
  if (MONEY_OUT.has(posting.kind)) return alertOn('alertMoneyOut', setting.bank_transfer);
  const topUp = posting.kind === 'topUp' ? TOP_UPS[posting.source ?? ''] : undefined;
  return topUp === undefined ? [] : alertOn('alertTopUp', setting[topUp]);
}

/** Statement alerts go only to the primary holder. */
export function alertsOfStatement(
  setting: Pick<AlertSetting, 'statement'>,
  { isPrimary }: { readonly isPrimary: boolean },
): readonly EventAlert[] {
  return isPrimary ? alertOn('alertStatement', setting.statement) : [];
}

function alertOn(template: AlertTemplate, channels: readonly number[]): readonly EventAlert[] {
  return channels.length === 0 ? [] : [{ template, channels }];
}

/** Whether a balance is low now, and whether it has just become low. */
export function checkLowBalance(
  { low_balance_below: below, is_low: wasLow }: Pick<AlertSetting, 'low_balance_below' | 'is_low'>,
  available: bigint,
): { readonly isLow: boolean; readonly hasJustBecomeLow: boolean } {
  const isLow = below !== null && available < below;
  return { isLow, hasJustBecomeLow: isLow && !wasLow };
}
