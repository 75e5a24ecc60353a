import { namesOf } from '../rules/typed-names.ts';
import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { unread } from './count-notifications.ts';
import { channel, declineReason, spendingCategory } from '../transactions/transaction.ts';
import { instant, money } from '../wire.ts';

/** Topic of each kind. The topics are the filters of the list. */
export const TOPIC_OF_KIND = {
  purchase: 'card',
  declined: 'card',
  cardChanged: 'card',
  cardRenewed: 'card',
  cardExpires: 'card',
  securityCodeWrong: 'card',
  purchaseStopped: 'card',
  purchaseQuestioned: 'card',
  moneyIn: 'money',
  moneyOut: 'money',
  topUp: 'money',
  refund: 'money',
  heldPayment: 'money',
  paymentReturned: 'money',
  paymentSlower: 'money',
  scheduleFailed: 'money',
  scheduleEnded: 'money',
  scheduleChanged: 'money',
  autoTopup: 'money',
  savingsUsed: 'money',
  debitForced: 'money',
  debtMade: 'money',
  topUpRestored: 'money',
  lowBalance: 'money',
  statement: 'money',
  signIn: 'security',
  credentialChanged: 'security',
  contactChanged: 'security',
  questionChanged: 'security',
  passwordReset: 'security',
  backupTokenIssued: 'security',
  waitingForYou: 'security',
  complaintNews: 'security',
  closureAsked: 'security',
  accountClosed: 'security',
} as const;

export type NotificationKind = keyof typeof TOPIC_OF_KIND;
export const NOTIFICATION_KINDS = namesOf(TOPIC_OF_KIND);

export const NOTIFICATION_TOPICS = ['money', 'card', 'security'] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** Names a notification of the caller. Later ones have greater numbers. */
export const notificationId = z.string('required').check(z.regex(/^\d{1,18}$/, 'required'));

/** One event, as a kind and its values. The reader's screen words it. */
export const notification = z.object({
  Id: z.string(),
  Kind: z.enum(NOTIFICATION_KINDS),
  HappenedAt: instant,
  IsRead: z.boolean(),
  /** Merchant or counterparty; empty: there is none. */
  Name: z.string(),
  /** Signed: money out is negative. */
  Amount: z.nullable(money),
  Category: z.nullable(spendingCategory),
  Channel: z.nullable(channel),
  DeclineReason: z.nullable(declineReason),
  /** The row of the transactions; null: it is not about one. */
  TransactionId: z.nullable(z.string()),
  /** Account of that row. */
  AccountNumber: z.nullable(z.string()),
  /** When the hold of a payment ends. */
  Until: z.nullable(instant),
  /** The change: a part of the key of a text. */
  Change: z.nullable(z.string()),
  /** Further values of its text, in the asked language. */
  Values: z.record(z.string(), z.string()),
});
export type NotificationItem = z.output<typeof notification>;

export const NOTIFICATIONS_SHOWN = 20;
/** Added: what happened to the caller's accounts, cards and sign-in, newest first, 20 at a time. */
export const getNotifications = operation({
  name: 'getNotifications',
  method: 'GET',
  path: 'notifications',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { beforeId: 'anyone' },
  summary: 'Notifications of the caller',
  query: z.object({
    language: z.enum(LANGUAGES, 'required'),
    topic: z.optional(z.enum(NOTIFICATION_TOPICS, 'required')),
    /** The last one that the caller has: older ones are returned. */
    beforeId: z.optional(notificationId),
  }),
  response: z.object({ Notifications: z.array(notification), HasMore: z.boolean() }),
});

/** Added: marks one as read. 404 for one that the caller does not have. */
export const readNotification = operation({
  name: 'readNotification',
  method: 'POST',
  path: 'notifications/read',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'notification' },
  summary: 'Mark a notification as read',
  body: z.object({ Id: notificationId }),
  response: unread,
  errors: ['not_found'],
});

/** Added: marks everything up to the newest one that the caller has seen as read. */
export const readAllNotifications = operation({
  name: 'readAllNotifications',
  method: 'POST',
  path: 'notifications/readAll',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { NewestId: 'anyone' },
  summary: 'Mark all notifications as read',
  body: z.object({ NewestId: notificationId }),
  response: unread,
});
