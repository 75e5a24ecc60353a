import type { Clock } from '../../platform/time/clock.ts';
import { type Delivery, judgeFault } from '../delivery.ts';
import { callHttp } from '../http-call.ts';
import type { Policy } from '../policy.ts';
import type { ReceiptReason } from '../receipt.ts';
import { isE164, type Sms } from './port.ts';

export type SmsCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Answer of a provider. `text` is undefined where it is longer than any answer that is read. */
type Answer = { readonly status: number; readonly text: string | undefined };

/** The longest answer that is read: far above what a provider says of one message. */
const MOST_BYTES = 64 * 1024;

/**
 * Sends a message by one POST. Nothing is sent whose end has come or whose number is not E.164, and no redirect is followed.
 *
 * @param callOf the call at a time, security time
 * @param judge the meaning of an answer
 */
export function sendOnce(
  policy: Policy,
  clock: Clock,
  sms: Sms,
  callOf: (nowMs: number) => SmsCall,
  judge: (answer: Answer) => Delivery,
): Promise<Delivery> {
  return policy.deliver(async (signal): Promise<Delivery> => {
    const now = clock.now();
    // It waited for its turn too long. Nothing is sent, and the outbox ends it.
    if (now >= sms.expiresAt) return refused('expired');
    if (!isE164(sms.to)) return refused('not_e164', 'badAddress');
    const { url, headers, body } = callOf(now);
    try {
      const { addresses } = policy;
      const answer = await callHttp({ method: 'POST', url, headers, body, addresses, signal, mostBytes: MOST_BYTES });
      return judge({ status: answer.status, text: answer.body?.toString('utf8') });
    } catch (error) {
      return judgeFault(error);
    }
  });
}

/** Statuses about our key, our account or our rate, and not about a message. */
const ABOUT_US = [401, 402, 403, 429];

export const isAboutUs = (status: number): boolean => ABOUT_US.includes(status);

export const ours = (code: string): Delivery => ({ ok: false, isFinal: false, isOurs: true, code });
/** Our sender is refused, and those of other brands may not be. */
export const oursOfOne = (code: string): Delivery => ({
  ok: false,
  isFinal: false,
  isOurs: true,
  isOfOne: true,
  code,
});
/** Our account may not send to numbers like this one. The message ends, so that codes go another way. */
export const unserved = (code: string): Delivery => ({
  ok: false,
  isFinal: true,
  isOurs: true,
  isOfOne: true,
  code,
  reason: 'unserved',
});
export const tryAgain = (code: string): Delivery => ({ ok: false, isFinal: false, code });

/** The address that a provider on the internet can post receipts to. */
export const publicReceiptsUrl = ({ receiptsUrl }: Sms): string | undefined =>
  receiptsUrl?.startsWith('https://') === true ? receiptsUrl : undefined;

/** Whether a reason concerns the number, so that further messages to it fail too. */
export const isOfNumber = (reason: ReceiptReason | undefined): reason is 'badAddress' | 'optedOut' | 'unserved' =>
  reason === 'badAddress' || reason === 'optedOut' || reason === 'unserved';

/** A refusal that no further attempt changes. */
export const refused = (code: string, reason?: ReceiptReason): Delivery =>
  reason === undefined ? { ok: false, isFinal: true, code } : { ok: false, isFinal: true, code, reason };
