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
});
const charge = z.object({
  id,
  amount: cents,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  card: payerCard,
});
/**
 * Webhook of the payment gateway. The call is under /network/ and signed by Standard Webhooks: `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`. A bad signature, or one older than 5 minutes: 401. A notice is stored
 * before it is answered, so that it need not be sent again. A duplicate gets the same answer.
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
     * `payment.paid`, `payment.pending`, `payment.declined`, `payment.cancelled`, `refund.done`, `refund.failed`,
     * `refund.returned` (it failed after it was done) or `charge.disputed`; others are ignored.
     */
    type: z.string().check(z.maxLength(100)),
    data: z.object({
      /** Our reference of the payment. */
      reference: z.optional(id),
      /** Present for `payment.paid`. */
      charge: z.optional(charge),
      /** Present for `payment.declined`. */
      card: z.optional(payerCard),
      /** The key of a refund. */
      refund: z.optional(id),
      /** Present for `charge.disputed`. */
      chargeId: z.optional(id),
    }),
  }),
  response: z.object({ received: z.literal(true) }),
});
