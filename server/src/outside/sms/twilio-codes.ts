import type { ReceiptReason } from '../receipt.ts';

/**
 * Meanings of Twilio's error codes, of refused calls and of receipts, in our words. A code that is not here says
 * nothing certain.
 */
export const TWILIO_CODES: ReadonlyMap<number, ReceiptReason> = new Map([
  ...codes(
    'badAddress',
    [
      // No number, or a landline or another number that receives no texts.
      21211, 21614, 21635, 30005, 30006,
    ],
  ),
  // The person answered STOP to this sender.
  ...codes('optedOut', [21610]),
  // The carrier blocked or filtered it.
  ...codes('blocked', [30004, 30007]),
  ...codes('unreachable', [30003]),
  // A country that the account does not permit, or a number that our sender has no route to.
  ...codes('unserved', [21408, 21612]),
  ...codes(
    'ours',
    [
      // Sign-in and account.
      20003, 30002,
      // Too many calls, or a full queue.
      20429, 21611, 30001,
      // A trial account.
      21608,
      // The sender, or the messaging service.
      21212, 21606, 21659, 21660, 21703, 21704, 21705,
      // The address for receipts, and redaction that the account does not have.
      21609, 30029, 30030,
    ],
  ),
  ...codes('unknown', [30008]),
]);

/** Codes about one sender, or about the number that a trial account may not reach. Others are accepted meanwhile. */
export const TWILIO_CODES_OF_ONE: readonly number[] = [21212, 21606, 21608, 21659, 21660];

/** Codes about the message itself: no text, or more than 1,600 characters. */
export const TWILIO_TEXT_CODES: readonly number[] = [21602, 21617];

function codes(reason: ReceiptReason, of: readonly number[]): (readonly [number, ReceiptReason])[] {
  return of.map((code) => [code, reason]);
}
