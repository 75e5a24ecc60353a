import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';

const id = z.string().check(z.regex(/^[\w.:-]{1,100}$/));
const cents = z.int().check(z.minimum(1), z.maximum(9_999_999_999));
const payerCard = z.object({
  fingerprint: id,
  ending: z.string().check(z.regex(/^\d{4}$/)),
});
const charge = z.object({
  id,
  amount: cents,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  card: payerCard,
});
/**
 * What the payment gateway tells this server. The call lies under /network/ and is signed as Standard Webhooks has it:
 * `webhook-id`, `webhook-timestamp`, `webhook-signature`. A bad signature, or one older than 5 minutes: 401. A notice is
 * answered once it is kept, so that it need not be sent again; a doubled one is answered alike.
 */
export const sendGatewayNotice = operation({
  name: 'sendGatewayNotice',
  method: 'POST',
  path: 'gateway-notices',
  auth: 'public',
  proof: carriedBy('the signature of the gateway'),
  summary: 'Tell of a payment',
  body: z.object({
    /** Of the notice: the same each time that it is sent. */
    id,
    /**
     * `payment.paid`, `payment.pending`, `payment.declined`, `payment.cancelled`, `refund.done`, `refund.failed` or
     * `charge.disputed`; others are passed over.
     */
    type: z.string().check(z.maxLength(100)),
    data: z.object({
      /** What we know the payment by. */
      reference: z.optional(id),
      /** Of `payment.paid`. */
      charge: z.optional(charge),
      /** Of `payment.declined`. */
      card: z.optional(payerCard),
      /** The key of a refund. */
      refund: z.optional(id),
      /** Of `charge.disputed`. */
      chargeId: z.optional(id),
    }),
  }),
  response: z.object({ received: z.literal(true) }),
});
