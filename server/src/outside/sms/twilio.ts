import * as z from 'zod';
import type { Clock } from '../../platform/time/clock.ts';
import type { Delivery } from '../delivery.ts';
import { isFinalStatus } from '../http-fault.ts';
import { callJson, parseJson } from '../http-json.ts';
import type { Policy } from '../policy.ts';
import { MAY_NOT_LIST, signedInBy } from '../probe.ts';
import {
  isAboutUs,
  isOfNumber,
  ours,
  oursOfOne,
  publicReceiptsUrl,
  refused,
  sendOnce,
  tryAgain,
  unserved,
} from './send-once.ts';
import type { Sms, SmsTransport } from './port.ts';
import { TWILIO_CODES, TWILIO_CODES_OF_ONE, TWILIO_TEXT_CODES } from './twilio-codes.ts';
import { readTwilioReceipts } from './twilio-receipts.ts';
import type { TwilioSigning } from './twilio-signature.ts';

/** Parts of a message that Twilio erases once it is sent. `all`: the number too. It must be switched on in the account. */
export const TWILIO_REDACTIONS = ['text', 'all', 'none'] as const;

export type TwilioSettings = {
  readonly url: string;
  readonly accountSid: string;
  /** An API key of the account, which can be withdrawn by itself. */
  readonly keySid: string;
  readonly keySecret: string;
  /** Sender of messages whose brand has none. */
  readonly from?: string | undefined;
  /** The messaging service that chooses the sender where none is given. */
  readonly serviceSid?: string | undefined;
  readonly redaction: (typeof TWILIO_REDACTIONS)[number];
  readonly signing: TwilioSigning;
};

const VALIDITY_S = { least: 1, most: 36_000 };

/** Messages of one number that are looked at, the newest first. */
const LISTED = 20;
/** Statuses of a key that has no permission. */
const MAY_NOT = [401, 403];
/** How far Twilio's clock may be behind ours. */
const SKEW_MS = 60_000;

/** Text messages by Twilio's REST API of 2010-04-01. */
export function openTwilio(settings: TwilioSettings, clock: Clock, policy: Policy): SmsTransport {
  const { accountSid, keySid, keySecret, redaction } = settings;
  const url = `${settings.url.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${keySid}:${keySecret}`).toString('base64')}`;
  const listed = (query: Readonly<Record<string, string>>) =>
    policy.call((signal) =>
      callJson({
        method: 'GET',
        url: `${url}?${new URLSearchParams(query).toString()}`,
        headers: { Authorization: authorization },
        answer: list,
        // A key may send and not list.
        refusal: (status) => (isFinalStatus(status) || MAY_NOT.includes(status) ? `http_${status}` : undefined),
        addresses: policy.addresses,
        signal,
      }),
    );
  return {
    send: (sms) =>
      sendOnce(
        policy,
        clock,
        sms,
        (now) => ({
          url,
          headers: {
            Accept: 'application/json',
            Authorization: authorization,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams(fieldsOf(settings, sms, now)).toString(),
        }),
        ({ status, text }) => judge(status, text),
      ),
    // Twilio cannot look for a number that it has erased.
    findAccepted:
      redaction === 'all'
        ? undefined
        : async (sms, sinceMs) => {
            const found = await listed({ To: sms.to, PageSize: String(LISTED) });
            if (found.kind !== 'done') return found;
            return { kind: 'done', value: acceptedSince(found.value.messages, sms.from ?? settings.from, sinceMs) };
          },
    readReceipts: readTwilioReceipts(accountSid, settings.signing),
    // A standard key may not read the account itself, and a restricted one perhaps not list.
    async probe() {
      const asked = await signedInBy(listed({ PageSize: '1' }));
      return asked.kind === 'refused' && asked.code === 'http_403' ? { kind: 'refused', code: MAY_NOT_LIST } : asked;
    },
  };
}

function fieldsOf({ from, serviceSid, redaction }: TwilioSettings, sms: Sms, now: number): [string, string][] {
  const sender = sms.from ?? from;
  const seconds = Math.floor((sms.expiresAt - now) / 1000);
  const receipts = publicReceiptsUrl(sms);
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['To', sms.to],
    ['From', sender],
    ['MessagingServiceSid', serviceSid],
    ['Body', sms.text],
    ['ValidityPeriod', String(Math.min(Math.max(seconds, VALIDITY_S.least), VALIDITY_S.most))],
    ['ContentRetention', redaction === 'none' ? undefined : 'discard'],
    ['AddressRetention', redaction === 'all' ? 'obfuscate' : undefined],
    // Our id comes back with each receipt, as a part of the address that Twilio signs.
    ['StatusCallback', receipts && `${receipts}?message=${sms.messageId}`],
  ];
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

const created = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/) });
const refusal = z.object({ code: z.number().int() });

/** A refusal has status 400 for nearly everything: its code says whom it concerns. */
function judge(status: number, text: string | undefined): Delivery {
  const body = text === undefined ? undefined : parseJson(text);
  if (status >= 200 && status < 300) {
    const read = created.safeParse(body);
    return read.success ? { ok: true, providerId: read.data.sid } : tryAgain('unreadable');
  }
  const read = refusal.safeParse(body);
  // A page of HTML comes from a server in front of Twilio and concerns no message.
  if (!read.success) return isAboutUs(status) ? ours(`http_${status}`) : tryAgain(`http_${status}`);
  const reason = TWILIO_CODES.get(read.data.code);
  const code = `twilio_${read.data.code}`;
  if (reason === 'unserved') return unserved(code);
  if (TWILIO_CODES_OF_ONE.includes(read.data.code)) return oursOfOne(code);
  if (reason === 'ours' || isAboutUs(status)) return ours(code);
  if (isOfNumber(reason)) return refused(code, reason);
  if (TWILIO_TEXT_CODES.includes(read.data.code)) return refused(code);
  return tryAgain(code);
}

const listedMessage = z.object({
  sid: z.string(),
  direction: z.string(),
  from: z.string().nullable(),
  date_created: z.string().nullable(),
});
const list = z.object({ messages: z.array(listedMessage) });

/**
 * Those of our sender that were made since a moment. `date_sent`, by which Twilio can filter, is not there before a
 * message is sent.
 */
function acceptedSince(
  messages: readonly z.output<typeof listedMessage>[],
  sender: string | undefined,
  sinceMs: number,
): string[] {
  return messages
    .filter(({ direction, from, date_created: madeAt }) => {
      const isOurs = sender === undefined || from === null || from === sender;
      return direction.startsWith('outbound') && isOurs && Date.parse(madeAt ?? '') >= sinceMs - SKEW_MS;
    })
    .map(({ sid }) => sid);
}
