import * as z from 'zod';
import type { Log } from '../../platform/log.ts';
import { parseJson } from '../http-json.ts';
import type { MessageReceipt, ReceiptReason } from '../receipt.ts';
import { reasonOfStatus } from './enhanced-status.ts';
import type { MailProvider, MailProviderSettings } from './provider.ts';
import { type GetText, openSnsTopic } from './sns.ts';

const text = z.string().max(200);

/** The part that both identity notifications and published events have. SES adds fields without notice. */
const common = {
  mail: z.object({
    messageId: text.min(1),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  }),
};
const recipients = z.array(z.object({ status: z.string().optional() })).default([]);

const notice = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('Bounce'),
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string().default(''),
      bouncedRecipients: recipients,
      feedbackId: text.optional(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal('Complaint'),
    complaint: z.object({
      complaintFeedbackType: z.string().nullish(),
      complaintSubType: z.string().nullish(),
      feedbackId: text.optional(),
    }),
  }),
  z.object({ ...common, kind: z.literal('Delivery') }),
  z.object({
    ...common,
    kind: z.literal('DeliveryDelay'),
    deliveryDelay: z.object({ delayType: z.string().nullish() }),
  }),
  z.object({ ...common, kind: z.literal('Reject') }),
]);
type Notice = z.output<typeof notice>;

type Judged = Pick<MessageReceipt, 'state' | 'reason' | 'isForGood'>;

const undelivered = (reason: ReceiptReason, isForGood: boolean): Judged => ({
  state: 'undelivered',
  reason,
  isForGood,
});

/** Addresses that SES holds back: on its own list, on the account's or on the tenant's. */
const HELD_BACK = ['Suppressed', 'OnAccountSuppressionList', 'OnTenantSuppressionList'];
/** Messages that the mail system of the recipient did not want. */
const NOT_WANTED = ['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'];
/** Feedback from mail systems and not from a person. */
const NO_COMPLAINT = ['not-spam', 'auth-failure'];

/** Mail by Amazon SES, which publishes to a topic of SNS what became of it. */
export function openSes(
  { topicArn, configurationSet }: Extract<MailProviderSettings, { kind: 'ses' }>,
  get: GetText,
  log: Log,
): MailProvider {
  const topic = openSnsTopic(topicArn, get, log);
  const headers: Record<string, string> = {};
  if (configurationSet !== undefined) headers['X-SES-CONFIGURATION-SET'] = configurationSet;
  return {
    headersOf: () => headers,
    idIn: (reply) => /^250 Ok ([\w.-]{1,200})$/i.exec(reply.trim())?.[1],
    async readReceipts({ rawBody, nowMs, beforeFetch }) {
      const notification = await topic.read(rawBody, nowMs, beforeFetch);
      if (notification === undefined) return undefined;
      return notification === null ? [] : readNotice(notification.id, notification.text);
    },
  };
}

/** Receipts of one notice. Empty: it says nothing about a message of ours, as when the topic is set up. */
function readNotice(id: string, message: string): readonly MessageReceipt[] {
  const json = parseJson(message);
  if (typeof json !== 'object' || json === null) return [];
  // Identity notifications and published events name their type differently.
  const kind = 'eventType' in json ? json.eventType : 'notificationType' in json ? json.notificationType : undefined;
  const parsed = notice.safeParse({ ...json, kind });
  if (!parsed.success) return [];
  const { mail } = parsed.data;
  const judged = judge(parsed.data);
  if (!judged) return [];
  return [
    { id: `ses:${feedbackIdOf(parsed.data) ?? id}`, providerId: mail.messageId, messageId: ourIdOf(mail), ...judged },
  ];
}

/** The same in both kinds of notices about one bounce or complaint. */
function feedbackIdOf(of: Notice): string | undefined {
  if (of.kind === 'Bounce') return of.bounce.feedbackId;
  return of.kind === 'Complaint' ? of.complaint.feedbackId : undefined;
}

/** Our id, from the message as we sent it. SES replaces its Message-ID later. */
function ourIdOf({ headers = [] }: Notice['mail']): string | undefined {
  const header = headers.find(({ name }) => name.toLowerCase() === 'message-id');
  return /^<([\da-f-]{36})@/.exec(header?.value ?? '')?.[1];
}

/** Undefined: it says nothing about whether the message arrived. */
function judge(of: Notice): Judged | undefined {
  switch (of.kind) {
    case 'Delivery':
      return { state: 'delivered', isForGood: false };
    case 'DeliveryDelay': {
      const reason = of.deliveryDelay.delayType === 'MailboxFull' ? 'mailboxFull' : 'unreachable';
      return { state: 'onItsWay', reason, isForGood: false };
    }
    case 'Reject':
      // SES found a virus in what we sent.
      return undelivered('ours', false);
    case 'Complaint': {
      const { complaintFeedbackType, complaintSubType } = of.complaint;
      if (HELD_BACK.includes(complaintSubType ?? '')) return undelivered('suppressed', true);
      if (NO_COMPLAINT.includes(complaintFeedbackType ?? '')) return undefined;
      return { state: 'complained', reason: 'complained', isForGood: false };
    }
    case 'Bounce':
      return judgeBounce(of.bounce);
  }
}

function judgeBounce({ bounceType, bounceSubType, bouncedRecipients }: Extract<Notice, { kind: 'Bounce' }>['bounce']) {
  if (HELD_BACK.includes(bounceSubType)) return undelivered('suppressed', true);
  if (bounceSubType === 'UnsubscribedRecipient') return undelivered('optedOut', true);
  // A message goes to one recipient.
  const status = bouncedRecipients[0]?.status;
  const byStatus = status === undefined ? undefined : reasonOfStatus(status);
  // SES calls a bounce transient whose status is lasting, and the other way round.
  if (byStatus) return undelivered(byStatus.reason, byStatus.isForGood);
  if (bounceType === 'Permanent') return undelivered('badAddress', true);
  if (bounceSubType === 'MailboxFull') return undelivered('mailboxFull', false);
  if (NOT_WANTED.includes(bounceSubType)) return undelivered('blocked', false);
  // An answer of a person who is away arrives like this, for a message that was delivered.
  if (status === undefined && bounceSubType !== 'CustomTimeoutExceeded') return undefined;
  return undelivered(bounceType === 'Transient' ? 'unreachable' : 'unknown', false);
}
