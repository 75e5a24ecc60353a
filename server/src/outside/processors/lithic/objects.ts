import * as z from 'zod';

/**
 * Objects of Lithic, as far as they are used. What is not used may have any shape; what is used and may be absent is
 * undefined where it cannot be read.
 */
const token = z.string().min(1).max(200);
const cents = z.int().min(-9_999_999_999).max(9_999_999_999);
const currency = z.string().regex(/^[A-Z]{3}$/i);
const word = z.string().nullish().catch(undefined);
const flag = z.boolean().nullish().catch(undefined);
const count = z.int().min(0).nullish().catch(undefined);
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const amount = z.object({ amount: cents, currency });
const converted = amount.extend({ conversion_rate: word });
const maybeAmount = amount.nullish().catch(undefined);

const merchant = z
  .object({ acceptor_id: word, city: word, country: word, descriptor: word, mcc: word })
  .nullish()
  .catch(undefined);

/** Facts about the purchase that an ask and a transaction have in common. */
const circumstances = {
  acquirer_fee: z.int().nullish().catch(undefined),
  cardholder_authentication: z
    .object({ authentication_result: word, liability_shift: word })
    .nullish()
    .catch(undefined),
  merchant,
  network_risk_score: count,
  pos: z
    .object({
      entry_mode: z.object({ card: word, cardholder: word, pan: word, pin_entered: flag }).nullish().catch(undefined),
      terminal: z
        .object({ partial_approval_capable: flag, pin_capability: word, type: word })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
  token_info: z.object({ wallet_type: word }).nullish().catch(undefined),
};

export const ask = z.object({
  ...circumstances,
  token,
  event_token: token.nullish().catch(undefined),
  status: z.string().min(1),
  created: instant,
  amounts: z.object({ cardholder: converted, hold: maybeAmount, merchant: maybeAmount }),
  cash_amount: count,
  card: z.object({ token }),
  transaction_initiator: word,
});
export type LithicAsk = z.output<typeof ask>;

const transactionEvent = z.object({
  token,
  type: z.string().min(1),
  result: z.string(),
  created: instant,
  detailed_results: z.array(z.string()).nullish().catch(undefined),
  effective_polarity: word,
  amounts: z.object({ cardholder: converted, merchant: maybeAmount }),
});
export type LithicEvent = z.output<typeof transactionEvent>;

export const transaction = z.object({
  ...circumstances,
  token,
  card_token: token,
  created: instant,
  updated: instant.nullish().catch(undefined),
  status: z.string(),
  amounts: z.object({ hold: maybeAmount }).nullish().catch(undefined),
  events: z.array(transactionEvent),
});
export type LithicTransaction = z.output<typeof transaction>;
export type LithicCircumstances = Pick<LithicTransaction, keyof typeof circumstances>;

export const cardUpdated = z.object({ card_token: token, state: z.string() });

/** A dispute of the Chargebacks API. */
export const dispute = z.object({
  token,
  amount: cents,
  status: z.string(),
  resolution_reason: word,
  transaction_token: token,
});
export type LithicDispute = z.output<typeof dispute>;

const disputeEvent = z.object({
  token,
  created: instant,
  type: z.string(),
  data: z.object({ action: word, amount: cents.nullish().catch(undefined), disposition: word, polarity: word }),
});
/** A dispute that Lithic handles itself. */
export const managedDispute = z.object({
  token,
  currency,
  transaction_series: z.object({ related_transaction_token: token }).nullish().catch(undefined),
  events: z.array(disputeEvent),
});
export type LithicManagedDispute = z.output<typeof managedDispute>;

export const card = z.object({
  token,
  last_four: z.string().regex(/^\d{4}$/),
  exp_month: z.string().regex(/^(0[1-9]|1[0-2])$/),
  exp_year: z.string().regex(/^2\d{3}$/),
  state: z.string(),
  memo: word,
  pan: z
    .string()
    .regex(/^\d{12,19}$/)
    .nullish()
    .catch(undefined),
});
