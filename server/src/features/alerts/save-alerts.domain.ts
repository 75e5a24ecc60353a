import type { Alert } from '@wattle/contract/alerts/alerts.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { toCents } from '../../platform/money.ts';
import type { AlertKind, Ways } from './alert.store.ts';
import type { Reach } from './alert.view.ts';

/** Alerts and channels of a product. */
export type Offered = { readonly ways: Reach; readonly kinds: Readonly<Record<AlertKind, boolean>> };

export type Chosen = Ways & { readonly overValueFrom: bigint | null; readonly lowBalanceBelow: bigint | null };

const WAY = { 1: 'email', 2: 'sms', 3: 'push' } as const;

const ASKS: Readonly<Record<AlertKind, (alert: Alert) => boolean>> = {
  bank_transfer: ({ IsBankTransfer }) => IsBankTransfer,
  debit_card: ({ IsDebitCard }) => IsDebitCard,
  auto_top_up: ({ IsAutoTopUp }) => IsAutoTopUp,
  voucher_top_up: ({ IsVoucherTopUp }) => IsVoucherTopUp,
  declined: ({ IsDeclinedTransaction }) => IsDeclinedTransaction,
  statement: ({ IsStatementAlert }) => IsStatementAlert,
  over_value: ({ TransactionOverValue }) => TransactionOverValue !== null,
  low_balance: ({ LowBalance }) => LowBalance !== null,
};

/**
 * Ways that may be saved: those that reach the person, and those saved before. Push is on from the start, and a change
 * of another alert must not fail because no device takes it yet.
 */
export function withSaved(reach: Reach, saved: Ways | undefined): Reach {
  const has = (way: 1 | 2 | 3) =>
    saved !== undefined && (Object.keys(ASKS) as AlertKind[]).some((kind) => saved[kind].includes(way));
  return { email: reach.email || has(1), sms: reach.sms || has(2), push: reach.push || has(3) };
}

/** Validates alert settings against what the product offers and how the person can be reached. */
export function chooseAlerts(
  alerts: readonly Alert[],
  offered: Offered,
  reach: Reach,
): Result<Chosen, 'card_problem' | 'required_field'> {
  const kinds = Object.keys(ASKS) as AlertKind[];
  const asking = alerts.filter((alert) => kinds.some((kind) => ASKS[kind](alert)));
  if (asking.some(({ AlertType }) => !offered.ways[WAY[AlertType]])) return err('card_problem', 'Alerts');
  if (kinds.some((kind) => !offered.kinds[kind] && asking.some(ASKS[kind]))) return err('card_problem', 'Alerts');
  if (asking.some(({ AlertType }) => !reach[WAY[AlertType]])) return err('required_field', 'Alerts');
  const overValues = amountsOf(asking.map((alert) => alert.TransactionOverValue));
  const lowBalances = amountsOf(asking.map((alert) => alert.LowBalance));
  if (overValues.length > 1 || lowBalances.length > 1) return err('required_field', 'Alerts');
  const ways = Object.fromEntries(
    kinds.map((kind) => [kind, asking.filter(ASKS[kind]).map(({ AlertType }) => AlertType)]),
  ) as Record<AlertKind, number[]>;
  return ok({ ...ways, overValueFrom: overValues[0] ?? null, lowBalanceBelow: lowBalances[0] ?? null });
}

function amountsOf(amounts: readonly (number | null)[]): bigint[] {
  return [...new Set(amounts.flatMap((amount) => (amount === null ? [] : [toCents(amount)])))];
}
