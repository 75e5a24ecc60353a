import type { Language } from '@wattle/contract/rules/languages.ts';
import type { NoticePage } from '@wattle/contract/devices/notice.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';

export type Channel = 'email' | 'sms' | 'push';

/**
 * Messages that a caller requests: a code or a link. The caller is notified where one cannot be sent
 * (`queueRequested`). Its texts are `<template>.sms`, `<template>.email.subject` and `.email.body`,
 * `<template>.push.title` and `.push.body` of texts/<locale>/messages.json, for each of its channels. A brand may
 * override each.
 */
const REQUESTED = {
  accessCode: ['sms', 'email'],
  activationCode: ['sms', 'email'],
  firstActivationCode: ['sms', 'email'],
  cardActivationCode: ['sms', 'email'],
  resetLink: ['email'],
  resetCode: ['sms', 'email'],
  signUpCode: ['sms', 'email'],
  backupToken: ['sms', 'email'],
  contactCode: ['sms', 'email'],
} as const satisfies Record<string, readonly Channel[]>;

/** Messages that report an event. The event happens even if its notice cannot be sent (`queueNotice`). */
const NOTICES = {
  credentialChanged: ['sms', 'email', 'push'],
  contactChanged: ['sms', 'email', 'push'],
  questionChanged: ['sms', 'email', 'push'],
  backupTokenIssued: ['sms', 'email', 'push'],
  contactReplaced: ['sms', 'email'],
  detailsChanged: ['sms', 'email'],
  contactRestored: ['sms', 'email'],
  contactUndone: ['sms', 'email'],
  codesByEmail: ['email'],
  passwordEnded: ['sms', 'email'],
  passwordReset: ['sms', 'email', 'push'],
  waitingForYou: ['sms', 'email', 'push'],
  alertPurchase: ['sms', 'email', 'push'],
  alertOverValue: ['sms', 'email', 'push'],
  alertDeclined: ['sms', 'email', 'push'],
  alertMoneyIn: ['sms', 'email', 'push'],
  alertMoneyOut: ['sms', 'email', 'push'],
  alertTopUp: ['sms', 'email', 'push'],
  alertStatement: ['sms', 'email', 'push'],
  alertLowBalance: ['sms', 'email', 'push'],
  moreNotices: ['sms', 'email', 'push'],
  scheduleFailed: ['sms', 'email', 'push'],
  scheduleEnded: ['sms', 'email', 'push'],
  disputeNews: ['email'],
  complaintReceived: ['sms', 'email'],
  complaintNews: ['sms', 'email', 'push'],
  staffMessage: ['sms', 'email'],
  cardChanged: ['sms', 'email', 'push'],
  cardRenewed: ['sms', 'email'],
  cardExpires: ['sms', 'email'],
  securityCodeWrong: ['sms', 'email', 'push'],
  purchaseStopped: ['sms', 'email', 'push'],
  purchaseQuestioned: ['sms', 'email', 'push'],
  paymentReturned: ['sms', 'email', 'push'],
  paymentSlower: ['sms', 'email', 'push'],
  nomineeReported: ['sms', 'email', 'push'],
  scamReported: ['sms', 'email', 'push'],
  scamClosed: ['sms', 'email', 'push'],
  payeeUnblocked: ['sms', 'email', 'push'],
  debitForced: ['sms', 'email', 'push'],
  topUpRestored: ['sms', 'email', 'push'],
  debtMade: ['sms', 'email', 'push'],
  formerMoneyKept: ['sms', 'email'],
  formerMoneyPaid: ['sms', 'email'],
  accountClosed: ['sms', 'email'],
  closureAsked: ['sms', 'email'],
  deathTakenBack: ['sms', 'email'],
  autoTopup: ['sms', 'email', 'push'],
  savingsUsed: ['sms', 'email', 'push'],
  orderReceipt: ['email'],
  orderRefunded: ['email'],
  orderCardRefused: ['email'],
  orderItemRefunded: ['email'],
  giftCard: ['email'],
  giftCancelled: ['email'],
  sandboxDeposit: ['email'],
} as const satisfies Record<string, readonly Channel[]>;

export const TEMPLATES = { ...REQUESTED, ...NOTICES };

export type RequestedTemplate = keyof typeof REQUESTED;
export type NoticeTemplate = keyof typeof NOTICES;
export type Template = keyof typeof TEMPLATES;

/** Whether a person asked for a message and waits for it. */
export const isRequested = (template: string): boolean => isNameOf(REQUESTED, template);

/**
 * Templates with specific limits: codes count by card and brand or by account number, a scheduled payment fails once,
 * links of the store count by order, and the summary of further events is sent once an hour. All others are limited by
 * person and hour.
 */
const COUNTED_ELSEWHERE: ReadonlySet<Template> = new Set<Template>([
  'accessCode',
  'activationCode',
  'firstActivationCode',
  'cardActivationCode',
  'signUpCode',
  'moreNotices',
  'scheduleFailed',
  'scheduleEnded',
  'orderReceipt',
  'orderRefunded',
  'orderCardRefused',
  'orderItemRefunded',
  'giftCard',
  'giftCancelled',
]);

export function isCountedElsewhere(template: Template): boolean {
  return COUNTED_ELSEWHERE.has(template);
}

/** Templates whose code or link stays good until it is used or replaced: the messages can be sent again later. */
export const TEMPLATES_WITHOUT_END: readonly RequestedTemplate[] = ['firstActivationCode', 'cardActivationCode'];

/** The page that a notice opens. */
export const PAGE_OF: Partial<Record<Template, NoticePage>> = { credentialChanged: 'signInMethods' };

/**
 * Values for a template's placeholders, ready to read. `brand` and `phone` are always present. `change` names a text,
 * `<template>.what.<change>`, which replaces `{{what}}` in the reader's language.
 */
export type MessageParams = Readonly<Record<string, string>>;

/** Recipient of a message: an email address, a mobile number as E.164, or a device by its registration. */
export type Recipient = { readonly channel: Channel; readonly to: string };

/** Encrypted content of a message in the outbox. */
export type Content = { readonly to: string; readonly params: MessageParams };

export type Message<Of extends Template = Template> = Recipient & {
  readonly tenantId: number;
  readonly brandId: number;
  /** Null for a recipient who is not a holder. */
  readonly holderId: bigint | null;
  readonly template: Of;
  readonly language: Language;
  readonly params: MessageParams;
  /** Names the cause: a second message of the same cause is not queued. Up to 200 characters. */
  readonly dedupKey: string;
  /** Prefix of the dedup keys of messages that this one supersedes. Those still waiting are not sent. */
  readonly replaces?: string;
  /** Business time; absent: immediately. */
  readonly dueAt?: number;
  /**
   * Security time at which its code or link expires. It is not sent after that, and its content is removed. Absent: it
   * is given up after 3 days.
   */
  readonly expiresAt?: number;
};

export type Requested = Message<RequestedTemplate>;
export type Notice = Message<NoticeTemplate>;
