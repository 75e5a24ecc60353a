import * as z from 'zod';
import type { GatewayRefundWord } from '../port.ts';

export const refund = z.object({
  id: z.string().min(1).max(255),
  charge: z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)]).nullish(),
  failure_balance_transaction: z.unknown().optional(),
  metadata: z.record(z.string(), z.string()).nullish().catch(undefined),
  status: z.string().nullish(),
});
export type Refund = z.output<typeof refund>;

/** A refund that has left the balance and come back to it was done, and has returned. */
export function refundWord({ status, failure_balance_transaction: back }: Refund): GatewayRefundWord {
  if (status === 'succeeded') return 'done';
  if (status !== 'failed' && status !== 'canceled') return 'pending';
  return back ? 'returned' : 'failed';
}
