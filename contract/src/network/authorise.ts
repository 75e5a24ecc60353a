import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { authorisationFields, centsOrNone, networkAnswer, place, purchaseFields, reference } from './message.ts';

/**
 * The card network's calls. They lie under /network/, not /api/, and are signed: header
 * `Wattle-Timestamp` (Unix seconds) and `Wattle-Signature`, hex HMAC-SHA-256 under the network key of
 * timestamp, method, path and body with line feeds between them. A bad signature, or one older than 5
 * minutes: 401.
 */
function networkCall<N extends string, B extends z.ZodMiniType>(name: N, path: string, summary: string, body: B) {
  const proof = carriedBy('Wattle-Signature');
  return operation({ name, method: 'POST', path, auth: 'public', proof, summary, body, response: networkAnswer });
}

/** Asks whether a purchase may be made. An approval holds its amount; one of 0 only checks the card. */
export const authorise = networkCall(
  'authorise',
  'authorisations',
  'Ask for a purchase',
  z.object({
    ...purchaseFields,
    /**
     * An increment: `amount` is held in addition to the authorisation of this reference, which all later messages name.
     * Only a reversal may name the increment itself, to reverse only that.
     */
    original: z.optional(reference),
    /** Place of an increment. */
    after: z.optional(place),
  }),
);

/** Asks what is available. Nothing is held, and the card is checked as for a purchase. */
export const inquireBalance = networkCall(
  'inquireBalance',
  'balances',
  'Ask for a balance',
  z.omit(z.object(authorisationFields), { amount: true }),
);

/** A purchase that the network has already approved on our behalf: held at any balance. */
export const advise = networkCall('advise', 'advices', 'Tell of a purchase', z.object(purchaseFields));

/**
 * The money of a purchase: the whole, a part, or more than was held (tips, fuel), or without a hold. It may come before
 * its authorisation, which then holds only the rest.
 */
export const clear = networkCall(
  'clear',
  'clearings',
  'Take the money of a purchase',
  z.object({
    ...authorisationFields,
    /** Reference of the authorisation that this clears; absent for a purchase below a floor limit. */
    original: z.optional(reference),
    /**
     * The last clearing: the rest of the hold is released. Absent: the rest stays held only for `online` and `manual`.
     */
    isFinal: z.optional(z.boolean('required')),
    after: z.optional(place),
  }),
);

/** Reverses an authorisation, in full or down to `replacementAmount`. It may come before the authorisation. */
export const reverse = networkCall(
  'reverse',
  'reversals',
  'Take a purchase back before it is cleared',
  z.object({
    reference,
    original: reference,
    /** Final cents of the purchase; absent or 0 reverses it in full. */
    replacementAmount: z.optional(centsOrNone),
    /** `tooLate`: the approval came after the deadline, and the shop was declined. */
    why: z.optional(z.literal('tooLate', 'required')),
    after: z.optional(place),
  }),
);

/** A refund to a card for a purchase that was cleared. */
export const refund = networkCall(
  'refund',
  'refunds',
  'Pay money back to a card',
  z.object({ ...authorisationFields, original: z.optional(reference) }),
);

/** A purchase that was declined without us: no money is held, and the cardholder sees it. */
export const notice = networkCall(
  'notice',
  'notices',
  'Tell of a purchase that was declined elsewhere',
  z.object({
    ...purchaseFields,
    /** Word of who declined it. */
    reason: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'required')),
  }),
);

/** Sets what is held for a purchase, more or less than before, at any balance. It may come before the purchase. */
export const setHold = networkCall(
  'setHold',
  'holds',
  'Set what is held for a purchase',
  z.object({ reference, original: reference, amount: centsOrNone, after: z.optional(place) }),
);

/** A purchase that is no longer held, and may still be cleared. It may come before the purchase. */
export const expire = networkCall(
  'expire',
  'expiries',
  'Let a purchase expire',
  z.object({ reference, original: reference, after: z.optional(place) }),
);

/** A correction of what was cleared: posted at any balance. */
export const correct = networkCall(
  'correct',
  'corrections',
  'Correct what was cleared',
  z.object({
    ...authorisationFields,
    original: z.optional(reference),
    /** `debit`: to the cardholder's cost. */
    side: z.enum(['debit', 'credit'], 'required'),
  }),
);

/** A refund that a shop has announced: no money moves. It ends by the refund or reversal that names it. */
export const announceRefund = networkCall(
  'announceRefund',
  'refund-authorisations',
  'Announce a refund',
  z.object({ ...authorisationFields, original: z.optional(reference) }),
);

/** The reversal of a refund by its shop: posted at any balance. It may come before the refund. */
export const reverseRefund = networkCall(
  'reverseRefund',
  'refund-reversals',
  'Take a refund back',
  z.object({
    ...authorisationFields,
    /** Reference of the refund. */
    original: z.optional(reference),
  }),
);
