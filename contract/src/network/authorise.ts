import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { authorisationFields, centsOrNone, networkAnswer, purchaseFields, reference } from './message.ts';

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
  }),
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
  }),
);

/** A refund to a card for a purchase that was cleared. */
export const refund = networkCall(
  'refund',
  'refunds',
  'Pay money back to a card',
  z.object({ ...authorisationFields, original: z.optional(reference) }),
);
