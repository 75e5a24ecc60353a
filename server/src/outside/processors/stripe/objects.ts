import * as z from 'zod';

/**
 * Objects of Stripe Issuing, as far as they are used. What is not used may have any shape; what is used and may be
 * absent is undefined where it cannot be read.
 */
const seconds = z.int().positive();
const id = z.string().min(1).max(255);
const cents = z.int().min(-9_999_999_999).max(9_999_999_999);
const currency = z.string().regex(/^[a-z]{3}$/i);
const word = z.string().nullish().catch(undefined);
const count = z.int().min(0).nullish().catch(undefined);
/** An object that may be sent whole, by `expand`, or as its id. */
const idOf = z.union([id, z.object({ id }).transform((object) => object.id)]);

const merchantData = z
  .object({ category_code: word, city: word, country: word, name: word, network_id: word })
  .nullish()
  .catch(undefined);
const amountDetails = z.object({ atm_fee: count, cashback_amount: count }).nullish().catch(undefined);

const part = z.object({
  amount: cents,
  amount_details: amountDetails,
  currency,
  merchant_amount: cents,
  merchant_currency: currency,
  network_risk_score: count,
});
const pendingRequest = part.extend({ is_amount_controllable: z.boolean().nullish().catch(undefined) });
const requestHistory = part.extend({ approved: z.boolean(), created: seconds, reason: word });

export const transaction = z.object({
  id,
  amount: cents,
  amount_details: amountDetails,
  authorization: idOf.nullish(),
  card: idOf,
  created: seconds,
  currency,
  merchant_amount: cents,
  merchant_currency: currency,
  merchant_data: merchantData,
  token: idOf.nullish().catch(undefined),
  type: z.string(),
  wallet: word,
});
export type StripeTransaction = z.output<typeof transaction>;

export const authorization = z.object({
  id,
  amount: cents,
  approved: z.boolean(),
  authorization_method: word,
  balance_transactions: z
    .array(z.object({ created: seconds }))
    .nullish()
    .catch(undefined),
  card: idOf,
  card_presence: word,
  created: seconds.nullish().catch(undefined),
  currency,
  merchant_data: merchantData,
  pending_request: pendingRequest.nullish(),
  request_history: z.array(requestHistory),
  status: z.string(),
  token: idOf.nullish().catch(undefined),
  transactions: z.array(z.unknown()).nullish().catch(undefined),
  verification_data: z
    .object({
      cvc_check: word,
      expiry_check: word,
      three_d_secure: z.object({ result: word }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  wallet: word,
});
export type StripeAuthorization = z.output<typeof authorization>;
export type StripePart = z.output<typeof part>;

export const dispute = z.object({
  id,
  amount: cents.nullish().catch(undefined),
  currency,
  status: z.string(),
  transaction: z.union([
    z.object({ id, authorization: idOf.nullish().catch(undefined) }),
    id.transform((text) => ({ id: text })),
  ]),
});
export type StripeDispute = z.output<typeof dispute>;

export const card = z.object({
  id,
  last4: z.string().regex(/^\d{4}$/),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2999),
  status: z.string(),
  metadata: z.object({ wattle: word }).nullish().catch(undefined),
  number: z
    .string()
    .regex(/^\d{12,19}$/)
    .nullish()
    .catch(undefined),
});
export const cardState = z.object({ id, status: z.string() });

export const event = z.object({
  id,
  type: z.string().min(1),
  created: seconds,
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.output<typeof event>;
