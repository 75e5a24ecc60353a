import * as z from 'zod';
import type { MessageReceipt, ReadReceipts } from '../receipt.ts';
import { isOfNumber } from './send-once.ts';
import { TWILIO_CODES } from './twilio-codes.ts';
import { isSignedByTwilio, type TwilioSigning } from './twilio-signature.ts';

/** States of a message, in our words. One that is not here is not about a text that we sent. */
const STATES: ReadonlyMap<string, MessageReceipt['state']> = new Map([
  ['accepted', 'onItsWay'],
  ['scheduled', 'onItsWay'],
  ['queued', 'onItsWay'],
  ['sending', 'onItsWay'],
  ['sent', 'onItsWay'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['failed', 'undelivered'],
  ['undelivered', 'undelivered'],
  ['canceled', 'undelivered'],
]);

const posted = z.object({
  AccountSid: z.string(),
  MessageSid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/),
  MessageStatus: z.string().max(30),
  ErrorCode: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
});

/** Receipts that Twilio posts to the `StatusCallback` of a message. They come in any order, and some twice. */
export function readTwilioReceipts(accountSid: string, signing: TwilioSigning): ReadReceipts {
  return ({ headers, rawBody, url }) => {
    if (!isSignedByTwilio({ headers, rawBody, url }, signing)) return undefined;
    const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'));
    const read = posted.safeParse(Object.fromEntries(form));
    if (!read.success || read.data.AccountSid !== accountSid) return [];
    const { MessageSid: sid, MessageStatus: status, ErrorCode: code } = read.data;
    const state = STATES.get(status);
    if (state === undefined) return [];
    const reason = state === 'undelivered' ? (TWILIO_CODES.get(Number(code)) ?? 'unknown') : undefined;
    const messageId = z.uuid().safeParse(new URL(url).searchParams.get('message')).data;
    const id = [sid, status, code ?? ''].join(':');
    return [{ id, messageId, providerId: sid, state, reason, isForGood: isOfNumber(reason) }];
  };
}
