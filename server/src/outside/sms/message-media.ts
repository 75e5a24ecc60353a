import { randomUUID } from 'node:crypto';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import type { Clock } from '../../platform/time/clock.ts';
import type { Delivery } from '../delivery.ts';
import { isFinalStatus } from '../http-fault.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { Policy } from '../policy.ts';
import { KNOWS_US, signedInBy } from '../probe.ts';
import { isE164, type Sms, type SmsTransport } from './port.ts';
import { type MessageMediaSigning, proofOf, readMessageMediaReceipts } from './message-media-receipts.ts';
import { isAboutUs, ours, oursOfOne, publicReceiptsUrl, refused, sendOnce, tryAgain } from './send-once.ts';

export type MessageMediaSettings = {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Sender of messages whose brand has none. Absent: the one of the account. */
  readonly from?: string | undefined;
  readonly signing: MessageMediaSigning;
};

/** Text messages by Sinch MessageMedia (Sinch Engage), its Messages API of version 1. */
export function openMessageMedia(settings: MessageMediaSettings, clock: Clock, policy: Policy): SmsTransport {
  const { apiKey, apiSecret, signing } = settings;
  const base = settings.url.replace(/\/$/, '');
  const url = `${base}/v1/messages`;
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`;
  return {
    send: (sms) =>
      sendOnce(
        policy,
        clock,
        sms,
        () => {
          const sender = sms.from ?? settings.from;
          const receipts = publicReceiptsUrl(sms);
          const message = {
            content: sms.text,
            destination_number: sms.to,
            format: 'SMS',
            source_number: sender,
            source_number_type: sender && (isE164(sender) ? 'INTERNATIONAL' : 'ALPHANUMERIC'),
            message_expiry_timestamp: new Date(sms.expiresAt).toISOString(),
            delivery_report: receipts !== undefined,
            callback_url: receipts,
            metadata: { message: sms.messageId, proof: proofOf(signing.proofKeys[0], sms.messageId) },
          };
          return {
            url,
            headers: {
              Accept: 'application/json',
              Authorization: authorization,
              'Content-Type': 'application/json',
            },
            body: JSON.stringify({ messages: [message] }),
          };
        },
        ({ status, text }) => judge(status, text),
      ),
    findsById: true,
    findAccepted: (sms, sinceMs) =>
      policy.call(async (signal) => {
        const listed = await callJson({
          method: 'POST',
          url: `${base}/v2-preview/reporting/messages/detail`,
          headers: { Accept: 'application/json', Authorization: authorization },
          body: reportOn(sms, sinceMs, clock.now()),
          answer: detailReport,
          // A key may send and not report.
          refusal: (status) => (isFinalStatus(status) || MAY_NOT.includes(status) ? `http_${status}` : undefined),
          addresses: policy.addresses,
          signal,
        });
        return listed.kind === 'done' ? { kind: 'done', value: attemptsOf(sms, listed.value) } : listed;
      }),
    readReceipts: readMessageMediaReceipts(signing),
    // Asks for the state of a message that does not exist.
    probe: () =>
      signedInBy(
        policy.call((signal) =>
          callJson({
            method: 'GET',
            url: `${url}/${randomUUID()}`,
            headers: { Authorization: authorization },
            answer: z.object({ message_id: z.string() }),
            refusal: (status, text) =>
              status === 404 && refusal.safeParse(parseJson(text)).success ? KNOWS_US : undefined,
            addresses: policy.addresses,
            signal,
          }),
        ),
      ),
  };
}

/** Statuses of a key that has no permission. */
const MAY_NOT = [401, 403];
const DAY_MS = 24 * 3_600_000;

/** A report on the texts with our id. Its days are in the time zone of the account, which is not known here. */
const reportOn = ({ messageId }: Sms, sinceMs: number, nowMs: number) => ({
  start_date: new Date(sinceMs - DAY_MS).toISOString(),
  end_date: new Date(nowMs + DAY_MS).toISOString(),
  direction: 'outbound',
  metadata_key: 'message',
  metadata_value: messageId,
  page_size: 100,
});

/** The report has the texts too, which are not read. */
const detailReport = z.object({
  messages: z.array(
    z.object({
      message_id: z.uuid(),
      timestamp: z.string().default(''),
      metadata: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
    }),
  ),
});

/** Ids of the attempts of a message, the newest first. The metadata is compared, in case a filter has no effect. */
const attemptsOf = ({ messageId }: Sms, { messages }: z.output<typeof detailReport>): string[] =>
  messages
    .filter(({ metadata }) => metadata.some(({ key, value }) => key === 'message' && value === messageId))
    .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
    .map(({ message_id: id }) => id);

const accepted = z.object({ messages: z.tuple([z.object({ message_id: z.uuid() })]) });
const refusal = z.object({ message: z.string(), details: z.array(z.string()).default([]) });

/** Fields of the message, and whom a fault of one concerns. */
const FIELDS = {
  destination_number: refused('messagemedia_destination_number', 'badAddress'),
  content: refused('messagemedia_content'),
  source_number: oursOfOne('messagemedia_source_number'),
  source_number_type: oursOfOne('messagemedia_source_number_type'),
} as const;

/** A refused call names the fields that are at fault, as `/messages/0/destination_number: …`. */
function judge(status: number, text: string | undefined): Delivery {
  const body = text === undefined ? undefined : parseJson(text);
  if (status >= 200 && status < 300) {
    const read = accepted.safeParse(body);
    return read.success ? { ok: true, providerId: read.data.messages[0].message_id } : tryAgain('unreadable');
  }
  if (isAboutUs(status)) return ours(`http_${status}`);
  const read = refusal.safeParse(body);
  const faults = read.success ? read.data.details : [];
  const field = namesOf(FIELDS).find((name) => faults.some((fault) => fault.startsWith(`/messages/0/${name}:`)));
  return field === undefined ? tryAgain(`http_${status}`) : FIELDS[field];
}
