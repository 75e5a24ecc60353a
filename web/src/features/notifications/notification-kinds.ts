import type { NotificationItem, NotificationKind } from '@wattle/contract/notifications/notifications.ts';
import { dayIn, daysBetween } from '@wattle/contract/rules/dates.ts';
import { paths } from '../../paths.ts';
import type { AppIconName } from '../../ui/app-icon.tsx';
import type { MoneyKind } from '../../ui/money.tsx';

const PAGE: Readonly<Record<NotificationKind, string>> = {
  purchase: paths.transactions(),
  declined: paths.transactions(),
  refund: paths.transactions(),
  moneyIn: paths.transactions(),
  moneyOut: paths.transactions(),
  topUp: paths.transactions(),
  paymentReturned: paths.transactions(),
  paymentSlower: paths.transactions(),
  debitForced: paths.transactions(),
  topUpRestored: paths.transactions(),
  debtMade: paths.topup(),
  lowBalance: paths.topup(),
  autoTopup: paths.topup(),
  savingsUsed: paths.savings(),
  heldPayment: paths.scheduledPayments(),
  scheduleFailed: paths.scheduledPayments(),
  scheduleEnded: paths.scheduledPayments(),
  scheduleChanged: paths.scheduledPayments(),
  statement: paths.statements(),
  cardChanged: paths.settings(),
  cardRenewed: paths.settings(),
  cardExpires: paths.settings(),
  securityCodeWrong: paths.settings(),
  purchaseStopped: paths.transactions(),
  purchaseQuestioned: paths.transactions(),
  signIn: paths.myAccount(),
  credentialChanged: paths.signInMethods(),
  passwordReset: paths.signInMethods(),
  backupTokenIssued: paths.signInMethods(),
  contactChanged: paths.myAccount(),
  questionChanged: paths.myAccount(),
  closureAsked: paths.myAccount(),
  accountClosed: paths.myAccount(),
  waitingForYou: paths.accountCheck(),
  complaintNews: paths.complaints(),
};

/** Where what happened is found. */
export const pageOf = ({ Kind }: Pick<NotificationItem, 'Kind'>): string => PAGE[Kind];

const ICON: Partial<Readonly<Record<NotificationKind, AppIconName>>> = {
  moneyIn: 'moneyIn',
  moneyOut: 'up',
  topUp: 'moneyIn',
  refund: 'refund',
  paymentReturned: 'refund',
  paymentSlower: 'calendar',
  scheduleFailed: 'calendar',
  scheduleEnded: 'calendar',
  scheduleChanged: 'calendar',
  autoTopup: 'plus',
  savingsUsed: 'savings',
  debitForced: 'document',
  topUpRestored: 'moneyIn',
  debtMade: 'document',
  lowBalance: 'document',
  statement: 'document',
  cardChanged: 'settings',
  cardRenewed: 'settings',
  cardExpires: 'settings',
  securityCodeWrong: 'key',
  signIn: 'laptop',
  contactChanged: 'mail',
  complaintNews: 'mail',
};

/** The icon of a kind. A purchase has the icon of the shop's category instead. */
export function iconOf(kind: NotificationKind): AppIconName {
  return ICON[kind] ?? 'key';
}

/** How the amount is shown. */
export function moneyKindOf({ Kind, Amount }: Pick<NotificationItem, 'Kind' | 'Amount'>): MoneyKind {
  if (Kind === 'declined' || Kind === 'scheduleFailed') return 'declined';
  if (Kind === 'purchase' || Kind === 'heldPayment' || Kind === 'scheduleChanged') return 'pending';
  return (Amount ?? 0) > 0 ? 'in' : 'out';
}

export type DayOfNotifications = {
  readonly name: 'today' | 'yesterday' | 'earlier';
  readonly rows: readonly NotificationItem[];
};

/** Groups rows into today, yesterday and earlier, in their order. */
export function byDay(rows: readonly NotificationItem[], now: string, zone: string): readonly DayOfNotifications[] {
  const today = dayIn(now, zone);
  const nameOf = ({ HappenedAt }: NotificationItem) => {
    const days = daysBetween(today, dayIn(HappenedAt, zone));
    return days >= 0 ? 'today' : days === -1 ? 'yesterday' : 'earlier';
  };
  return (['today', 'yesterday', 'earlier'] as const).flatMap((name) => {
    const ofDay = rows.filter((row) => nameOf(row) === name);
    return ofDay.length > 0 ? [{ name, rows: ofDay }] : [];
  });
}

/** The button that helps: a key of the texts and where it leads. */
export function helpOf(
  { Kind, DeclineReason, Until }: NotificationItem,
  now: string,
): { text: string; to: string } | null {
  switch (Kind) {
    case 'heldPayment':
      return Until !== null && Until > now ? { text: 'help.held', to: paths.scheduledPayments() } : null;
    case 'declined':
      if (DeclineReason === 'overLimit') return { text: 'help.limit', to: paths.spendLimit() };
      if (DeclineReason === 'channelOff' || DeclineReason === 'categoryRefused')
        return { text: 'help.controls', to: paths.cardControls() };
      if (DeclineReason === 'keptAside') return { text: 'help.savings', to: paths.savings() };
      return DeclineReason === 'noFunds' ? { text: 'help.topUp', to: paths.topup() } : null;
    case 'scheduleFailed':
    case 'lowBalance':
    case 'debtMade':
      return { text: 'help.topUp', to: paths.topup() };
    case 'signIn':
      return { text: 'help.notYou', to: paths.myAccount() };
    case 'waitingForYou':
      return { text: 'help.check', to: paths.accountCheck() };
    default:
      return null;
  }
}
