import * as z from 'zod';
import { becomes, type DeskCallInTransaction, deskCommand, refused } from '../desk/public.ts';
import { refundKey } from './gateway-refunds.desk.ts';
import { findRefund, settleAsNotMade, settleRefund } from './refund.store.ts';
import { lockRefund } from './settle-refund.ts';
import { isUnsure } from './waiting-refund.store.ts';

const input = z.object({
  refund: refundKey,
  outcome: z.enum(['made', 'notMade']).describe('what the gateway shows of it: made, notMade'),
});
type Given = DeskCallInTransaction<z.output<typeof input>>;

/**
 * A refund whose outcome has been unknown for days; otherwise undefined.
 *
 * @param find reads it, or reads it under the lock of its charge
 */
async function findUnsure({ ctx, tx, staff: { tenantId }, input: { refund: key } }: Given, find = findRefund) {
  const refund = await find(tx, tenantId, key);
  const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
  return refund && (await isUnsure(tx, tenantId, now, key)) ? refund : undefined;
}

/**
 * Settles a refund as it was found at the gateway, with a second approval. No money moves: what was made has left the
 * gateway's account when it was asked for, and what was not made is still owed, as a refund that the gateway refused.
 */
export const settleRefundCommand = deskCommand({
  name: 'settle-refund',
  title: 'Settle an unsure card refund',
  summary: 'Settle a refund that is unsure for three days as made, or as not made, as the payment gateway shows it',
  permission: 'act',
  done: (_row, input) => ({
    words:
      input.outcome === 'made'
        ? 'The refund is settled as made.'
        : 'The refund is settled as not made, and is still owed.',
  }),
  positional: 'refund',
  input,
  answer: z.object({ refund: z.string(), state: z.string() }),
  async check(call: Given) {
    const refund = await findUnsure(call);
    if (!refund) return refused('not_found', { field: 'refund' });
    return { ok: true, rows: [], object: `refund:${refund.key}` };
  },
  async effect(call: Given) {
    const refund = await findUnsure(call);
    if (!refund) return [];
    const after = call.input.outcome === 'made' ? 'made' : 'not made, and owed';
    return [becomes(`Refund ${refund.key} of ${refund.charge_id}`, 'unsure', after)];
  },
  async run(call: Given) {
    const { ctx, tx, input: asked } = call;
    const refund = await findUnsure(call, lockRefund);
    if (!refund) return refused('not_found', { field: 'refund' });
    const settledAt = ctx.clocks.business.now();
    if (asked.outcome === 'made') await settleRefund(tx, refund, { state: 'Done', settledAt, nextAt: null });
    else await settleAsNotMade(tx, refund, settledAt);
    const state = asked.outcome === 'made' ? 'Done' : 'Failed';
    return { ok: true, object: `refund:${refund.key}`, rows: [{ refund: refund.key, state }] };
  },
});
