import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { parseJson } from '../http-json.ts';
import type { MessageReceipt, ReceiptReason } from '../receipt.ts';
import { reasonOfStatus } from './enhanced-status.ts';
import type { MailProvider, MailProviderSettings } from './provider.ts';

/** Name of our id in the metadata, which Postmark returns with each notice. */
const OUR_ID = 'message';
const USER = 'postmark';
/** The transactional stream that each server of Postmark has. */
const DEFAULT_STREAM = 'outbound';

const common = {
  MessageID: z.string().max(200).nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
};
const numbered = { ...common, ID: z.number() };

const notice = z.discriminatedUnion('RecordType', [
  z.object({ ...common, RecordType: z.literal('Delivery') }),
  z.object({
    ...numbered,
    RecordType: z.literal('Bounce'),
    Type: z.string(),
    Details: z.string().nullish(),
    Description: z.string().nullish(),
    Inactive: z.boolean().nullish(),
  }),
  z.object({ ...numbered, RecordType: z.literal('SpamComplaint') }),
  z.object({
    ...common,
    RecordType: z.literal('SubscriptionChange'),
    ChangedAt: z.string().max(50),
    SuppressSending: z.boolean(),
    SuppressionReason: z.string().nullish(),
  }),
]);
type Notice = z.output<typeof notice>;
type Bounce = Extract<Notice, { RecordType: 'Bounce' }>;

type Judged = Pick<MessageReceipt, 'state' | 'reason' | 'isForGood'>;

const undelivered = (reason: ReceiptReason, isForGood = false): Judged => ({ state: 'undelivered', reason, isForGood });
const COMPLAINED: Judged = { state: 'complained', reason: 'complained', isForGood: false };

/** Meaning of the types of bounces. A type that is not among them is an answer to a message that arrived. */
const BOUNCES: Readonly<Record<string, Judged>> = {
  HardBounce: undelivered('badAddress', true),
  BadEmailAddress: undelivered('badAddress', true),
  // Postmark tries again.
  Transient: { state: 'onItsWay', reason: 'unreachable', isForGood: false },
  DnsError: undelivered('unreachable'),
  SoftBounce: undelivered('unreachable'),
  Blocked: undelivered('blocked'),
  SpamNotification: undelivered('blocked'),
  VirusNotification: undelivered('blocked'),
  ChallengeVerification: undelivered('blocked'),
  DMARCPolicy: undelivered('ours'),
  TemplateRenderingFailed: undelivered('ours'),
  ManuallyDeactivated: undelivered('suppressed', true),
  Unconfirmed: undelivered('suppressed', true),
  SpamComplaint: COMPLAINED,
  Unknown: undelivered('unknown'),
};

/** Mail by Postmark, which posts what became of it. It signs nothing: each call has a key that both sides know. */
export function openPostmark(settings: Extract<MailProviderSettings, { kind: 'postmark' }>): MailProvider {
  const { hookKeys, stream = DEFAULT_STREAM } = settings;
  return {
    headersOf: (messageId) => ({
      [`X-PM-Metadata-${OUR_ID}`]: messageId,
      // Otherwise Postmark replaces our Message-ID, by which mail systems recognise a retry.
      'X-PM-KeepID': 'true',
      // Links lead to us, and no one is watched reading.
      'X-PM-TrackOpens': 'false',
      'X-PM-TrackLinks': 'None',
      'X-PM-Message-Stream': stream,
    }),
    idIn: () => undefined,
    readReceipts({ headers, rawBody }) {
      if (!isKeyIn(headers, hookKeys)) return undefined;
      const parsed = notice.safeParse(parseJson(rawBody));
      const judged = parsed.success ? judge(parsed.data) : undefined;
      if (!parsed.success || !judged) return [];
      const messageId = ourIdOf(parsed.data);
      return messageId === undefined ? [] : [{ id: `postmark:${nameOf(parsed.data)}`, messageId, ...judged }];
    },
  };
}

/** Mailers write the names of headers in their own case. */
function ourIdOf({ Metadata: metadata }: Notice): string | undefined {
  return Object.entries(metadata ?? {}).find(([name]) => name.toLowerCase() === OUR_ID)?.[1];
}

/** Names a notice once. */
function nameOf(of: Notice): string {
  switch (of.RecordType) {
    case 'Delivery':
      return `delivery:${of.MessageID ?? ''}`;
    case 'Bounce':
      return `bounce:${of.ID}`;
    case 'SpamComplaint':
      return `complaint:${of.ID}`;
    case 'SubscriptionChange':
      return `subscription:${of.MessageID ?? ''}:${of.ChangedAt}`;
  }
}

/** Undefined: it says nothing about whether the message arrived. */
function judge(of: Notice): Judged | undefined {
  switch (of.RecordType) {
    case 'Delivery':
      return { state: 'delivered', isForGood: false };
    case 'SpamComplaint':
      return COMPLAINED;
    case 'SubscriptionChange':
      // Bounces and complaints have separate notices. This one says that the reader asked for no more mail.
      return of.SuppressSending && of.SuppressionReason === 'ManualSuppression'
        ? undelivered('optedOut', true)
        : undefined;
    case 'Bounce':
      return judgeBounce(of);
  }
}

function judgeBounce({ Type: type, Details: details, Description: description, Inactive: isInactive }: Bounce) {
  // A message that SMTP accepted and Postmark refused afterwards: the address is on its list, or our sender is wrong.
  if (type === 'SMTPApiError') {
    return /inactive|suppress/i.test(`${details} ${description}`)
      ? undelivered('suppressed', true)
      : undelivered('ours');
  }
  const judged = Object.hasOwn(BOUNCES, type) ? BOUNCES[type] : undefined;
  if (judged?.state !== 'undelivered') return judged;
  const byStatus =
    type === 'SoftBounce' ? reasonOfStatus(/\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(details ?? '')?.[0] ?? '') : undefined;
  const told = byStatus ? undelivered(byStatus.reason, byStatus.isForGood) : judged;
  return isInactive === true ? { ...told, isForGood: true } : told;
}

/** Whether a call has one of the keys, as the password of `postmark` or in the header `X-Hook-Key`. */
function isKeyIn(headers: IncomingHttpHeaders, keys: readonly string[]): boolean {
  const { authorization = '', 'x-hook-key': inHeader } = headers;
  const basic = /^Basic ([\w+/=-]{1,500})$/i.exec(authorization)?.[1];
  const given = basic === undefined ? inHeader : Buffer.from(basic, 'base64').toString('utf8');
  if (typeof given !== 'string') return false;
  const expected = keys.map((key) => (basic === undefined ? key : `${USER}:${key}`));
  // All are compared, so that timing does not reveal which one is valid.
  return expected.filter((each) => timingSafeEqual(digest(each), digest(given))).length > 0;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
