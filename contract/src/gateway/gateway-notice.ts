import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';

const id = z.string().check(z.regex(/^[\w.:-]{1,100}$/));
const cents = z.int().check(z.minimum(1), z.maximum(9_999_999_999));
const payerCard = z.object({
  fingerprint: id,
  ending: z.string().check(z.regex(/^\d{4}$/)),
  /** Present where the card was saved: the token that pays with it again, and its last month. */
  saved: z.optional(z.object({ token: id, expires: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)) })),
  /** How it is funded. This and the next three are absent where the gateway does not say. */
  funding: z.optional(z.enum(['credit', 'debit', 'prepaid', 'unknown'])),
  /** Country of its issuer, ISO 3166-1 alpha-2. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  brand: z.optional(z.enum(['visa', 'mastercard', 'eftpos', 'amex', 'other'])),
  wallet: z.optional(z.enum(['applePay', 'googlePay', 'other'])),
});
const charge = z.object({
  id,
  amount: cents,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  card: payerCard,
  /** Cents that the gateway keeps, where it says so. */
  fee: z.optional(z.int().check(z.minimum(0), z.maximum(9_999_999_999))),
});
/**
 * Webhook of the payment gateway. The call is under /network/ and signed by Standard Webhooks: `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`. A bad signature, or one older than 5 minutes: 401. A notice is stored
 * before it is answered, so that it need not be sent again. A duplicate gets the same answer. The same notice may be
 * sent to `/network/gateway-notices/` and the number of the programme.
 */
export const sendGatewayNotice = operation({
  name: 'sendGatewayNotice',
  method: 'POST',
  path: 'gateway-notices',
  auth: 'public',
  proof: carriedBy('the signature of the gateway'),
  summary: 'Tell of a payment',
  body: z.object({
    /** Id of the notice, the same for each delivery. */
    id,
    /**
     * `payment.paid`, `payment.pending`, `payment.declined` (an attempt: the page stays open), `payment.cancelled`,
     * `refund.pending`, `refund.done`, `refund.failed`, `refund.returned` (it failed after it was done),
     * `charge.inquired` (the bank of the card asks), `charge.disputed` (it took the money), `charge.disputeWon` (the
     * money came back), `charge.disputeClosed` or `charge.fraudWarned`; others are ignored.
     */
    type: z.string().check(z.maxLength(100)),
    data: z.object({
      /** Our reference of the payment. */
      reference: z.optional(id),
      /** Present for `payment.paid`. */
      charge: z.optional(charge),
      /** Present for `payment.declined`: id of the attempt and the card. */
      decline: z.optional(id),
      card: z.optional(payerCard),
      /** The key of a refund. */
      refund: z.optional(id),
      /** Present for all that begins with `charge.`. */
      chargeId: z.optional(id),
      /** Id of the dispute; absent: the charge has one dispute. */
      dispute: z.optional(id),
      /** Cents of the dispute. */
      amount: z.optional(cents),
      /** Present for `charge.fraudWarned`: id of the warning, and the gateway's word for the kind of fraud. */
      warning: z.optional(z.object({ id, word: z.string().check(z.regex(/^[\w .:-]{1,60}$/)) })),
    }),
  }),
  response: z.object({ received: z.literal(true) }),
});
