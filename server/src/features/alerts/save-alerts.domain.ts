import type { Alert } from '@wattle/contract/alerts/alerts.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { byName, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { toCents } from '../../platform/money.ts';
import type { AlertKind, ChannelsByKind } from './alert.store.ts';
import type { AlertChannels } from './alert.view.ts';

/** Alerts and channels of a product. */
export type OfferedAlerts = { readonly channels: AlertChannels; readonly kinds: Readonly<Record<AlertKind, boolean>> };

export type ChosenAlerts = ChannelsByKind & {
  readonly overValueFrom: bigint | null;
  readonly lowBalanceBelow: bigint | null;
};

const CHANNEL_OF_TYPE = { 1: 'email', 2: 'sms', 3: 'push' } as const;

const IS_CHOSEN: Readonly<Record<AlertKind, (alert: Alert) => boolean>> = {
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
 * Channels that may be saved: those that reach the person, and those saved before. Push is on by default, and a change
 * of another alert must not fail when no device takes push messages yet.
 */
export function allowedChannels(reachable: AlertChannels, saved: ChannelsByKind | undefined): AlertChannels {
  const has = (channel: 1 | 2 | 3) =>
    saved !== undefined && namesOf(IS_CHOSEN).some((kind) => saved[kind].includes(channel));
  return { email: reachable.email || has(1), sms: reachable.sms || has(2), push: reachable.push || has(3) };
}

/** Validates alert settings against what the product offers and how the person can be reached. */
export function chooseAlerts(
  alerts: readonly Alert[],
  offered: OfferedAlerts,
  reachable: AlertChannels,
): Result<ChosenAlerts, 'card_problem' | 'required_field'> {
  const kinds = namesOf(IS_CHOSEN);
  const asking = alerts.filter((alert) => kinds.some((kind) => IS_CHOSEN[kind](alert)));
  if (asking.some(({ AlertType }) => !offered.channels[CHANNEL_OF_TYPE[AlertType]]))
    return err('card_problem', 'Alerts');
  if (kinds.some((kind) => !offered.kinds[kind] && asking.some(IS_CHOSEN[kind]))) return err('card_problem', 'Alerts');
  if (asking.some(({ AlertType }) => !reachable[CHANNEL_OF_TYPE[AlertType]])) return err('required_field', 'Alerts');
  const overValues = amountsOf(asking.map((alert) => alert.TransactionOverValue));
  const lowBalances = amountsOf(asking.map((alert) => alert.LowBalance));
  if (overValues.length > 1 || lowBalances.length > 1) return err('required_field', 'Alerts');
  const channels = byName(kinds, (kind) => asking.filter(IS_CHOSEN[kind]).map(({ AlertType }) => AlertType));
  return ok({ ...channels, overValueFrom: overValues[0] ?? null, lowBalanceBelow: lowBalances[0] ?? null });
}

function amountsOf(amounts: readonly (number | null)[]): bigint[] {
  return [...new Set(amounts.flatMap((amount) => (amount === null ? [] : [toCents(amount)])))];
}
