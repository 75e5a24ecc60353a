import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { type AccountAlerts, type Alert, ALERT_TYPE, type AlertType } from '@wattle/contract/alerts/alerts.ts';
import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { Values } from '../../form/form.domain.ts';

/** Kinds of alert that can be switched on. */
export const KINDS = [
  'debitCard',
  'declined',
  'overValue',
  'lowBalance',
  'bankTransfer',
  'autoTopUp',
  'voucher',
  'statement',
] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds with an amount. */
export type AmountKind = 'overValue' | 'lowBalance';
export const hasAmount = (kind: Kind): kind is AmountKind => kind === 'overValue' || kind === 'lowBalance';

/** The kinds as the page groups them. */
export const GROUPS = {
  card: ['debitCard', 'declined', 'overValue'],
  money: ['lowBalance', 'bankTransfer', 'statement', 'autoTopUp', 'voucher'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;
export const WAYS = ['email', 'sms', 'push'] as const;
export type Way = (typeof WAYS)[number];

/** The ways of each kind as one text, `email push`, and the two amounts as they are typed. */
export type AlertField = Kind | 'overValueAmount' | 'lowBalanceAmount';
export type AlertValues = Values<AlertField>;

export const QUICK_AMOUNTS = [50, 100, 500] as const;
const DEFAULT_AMOUNTS = { overValueAmount: '500', lowBalanceAmount: '100' } as const;

const IS_ON: Readonly<Record<Kind, (alert: Alert) => boolean>> = {
  debitCard: ({ IsDebitCard }) => IsDebitCard,
  declined: ({ IsDeclinedTransaction }) => IsDeclinedTransaction,
  overValue: ({ TransactionOverValue }) => TransactionOverValue !== null,
  lowBalance: ({ LowBalance }) => LowBalance !== null,
  bankTransfer: ({ IsBankTransfer }) => IsBankTransfer,
  autoTopUp: ({ IsAutoTopUp }) => IsAutoTopUp,
  voucher: ({ IsVoucherTopUp }) => IsVoucherTopUp,
  statement: ({ IsStatementAlert }) => IsStatementAlert,
};

const wayOf = (type: AlertType): Way => WAYS[type - 1] ?? 'email';

/** Form values of the saved alerts. */
export function toValues({ Alerts: alerts }: Pick<AccountAlerts, 'Alerts'>): AlertValues {
  const waysOf = (kind: Kind) => joinWays(alerts.filter(IS_ON[kind]).map(({ AlertType: type }) => wayOf(type)));
  const amountOf = (of: (alert: Alert) => number | null) => alerts.map(of).find((dollars) => dollars !== null);
  return {
    debitCard: waysOf('debitCard'),
    declined: waysOf('declined'),
    overValue: waysOf('overValue'),
    lowBalance: waysOf('lowBalance'),
    bankTransfer: waysOf('bankTransfer'),
    autoTopUp: waysOf('autoTopUp'),
    voucher: waysOf('voucher'),
    statement: waysOf('statement'),
    overValueAmount: String(amountOf((alert) => alert.TransactionOverValue) ?? DEFAULT_AMOUNTS.overValueAmount),
    lowBalanceAmount: String(amountOf((alert) => alert.LowBalance) ?? DEFAULT_AMOUNTS.lowBalanceAmount),
  };
}

/** The form as the wire has it. */
export function toAlerts(values: AlertValues): Alert[] {
  return WAYS.flatMap((way): Alert[] => {
    const has = (kind: Kind) => readWays(values[kind]).includes(way);
    const alert: Alert = {
      AlertType: ALERT_TYPE[way],
      IsDebitCard: has('debitCard'),
      IsDeclinedTransaction: has('declined'),
      IsBankTransfer: has('bankTransfer'),
      IsAutoTopUp: has('autoTopUp'),
      IsVoucherTopUp: has('voucher'),
      IsStatementAlert: has('statement'),
      TransactionOverValue: has('overValue') ? dollarsOf(values.overValueAmount) : null,
      LowBalance: has('lowBalance') ? dollarsOf(values.lowBalanceAmount) : null,
    };
    return KINDS.some((kind) => IS_ON[kind](alert)) ? [alert] : [];
  });
}

export function readWays(text: string): Way[] {
  return WAYS.filter((way) => text.split(' ').includes(way));
}

function joinWays(ways: readonly Way[]): string {
  return WAYS.filter((way) => ways.includes(way)).join(' ');
}

/** The same ways with one more or one less. */
export function toggleWay(text: string, way: Way): string {
  const ways = readWays(text);
  return joinWays(ways.includes(way) ? ways.filter((one) => one !== way) : [...ways, way]);
}

/**
 * Channels in the order in which a kind that is turned on gets its first one: those that reach a phone within seconds
 * come first.
 */
const DEFAULT_ORDER: readonly Way[] = ['push', 'email', 'sms'];

/**
 * A kind that is turned on or off. Turned on, it takes the amount and the ways that it had before, as far as they still
 * reach the person, else the quickest one.
 */
export function switchKind(
  values: AlertValues,
  kind: Kind,
  isOn: boolean,
  { reachable, before }: { readonly reachable: readonly Way[]; readonly before: AlertValues },
): AlertValues {
  if (!isOn) return { ...values, [kind]: '' };
  const again = readWays(before[kind]).filter((way) => reachable.includes(way));
  const first = DEFAULT_ORDER.filter((way) => reachable.includes(way)).slice(0, 1);
  const amount = hasAmount(kind) ? { [`${kind}Amount`]: before[`${kind}Amount`] } : {};
  return { ...values, ...amount, [kind]: joinWays(again.length > 0 ? again : first) };
}

const MAX_CENTS = 9_999_999;

/** Problem of an amount as a key of the validation texts; undefined when it is valid. */
export function amountProblem(typed: string): 'nan' | 'gtZero' | undefined {
  const cents = amountInCents(typed);
  if (cents === null || cents > MAX_CENTS) return 'nan';
  return cents > 0 ? undefined : 'gtZero';
}

/** Dollars of a typed amount; none is not a number, which the operation refuses. */
function dollarsOf(typed: string): number {
  return (amountInCents(typed) ?? Number.NaN) / 100;
}

/** The kinds that the product of a card has. */
export function offeredKinds(details: CardDetails): readonly Kind[] {
  const has: Readonly<Record<Kind, boolean>> = {
    debitCard: details.AllowDebitCardAlert,
    declined: details.AllowDeclinedTransactionsAlert,
    overValue: details.AllowTransactionOverValueAlert,
    lowBalance: details.AllowLowBalanceAlert,
    bankTransfer: details.AllowBankTransferAlert,
    autoTopUp: details.AllowAutoTopUpAlert,
    // The specification has no flag for vouchers, so they share the channels of bank transfers.
    voucher: details.AllowBankTransferAlert,
    statement: details.AllowStatementAlert,
  };
  return KINDS.filter((kind) => has[kind]);
}

/** The ways that the product has. */
export function offeredWays(details: CardDetails): readonly Way[] {
  const has: Readonly<Record<Way, boolean>> = {
    email: details.AllowEmailAlert,
    sms: details.AllowSMSAlert,
    push: details.AllowPushNotificationAlert,
  };
  return WAYS.filter((way) => has[way]);
}

/** The ways by which the person can be reached. */
export function reachableWays(alerts: AccountAlerts): readonly Way[] {
  const has: Readonly<Record<Way, boolean>> = {
    email: alerts.IsEmailAlertEnabled,
    sms: alerts.IsSmsAlertEnabled,
    push: alerts.IsPushNotificationAlertEnabled,
  };
  return WAYS.filter((way) => has[way]);
}
