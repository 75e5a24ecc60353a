import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { listChargedBack } from './charge.store.ts';
import { paidFor } from './purpose.ts';

/** Lists chargebacks, which staff may contest with the gateway. */
export const chargebacksCommand = deskCommand({
  name: 'chargebacks',
  title: 'Chargebacks of top-ups',
  summary: 'List payments by other cards that the bank of the card has taken back, the newest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    charge: z.string(),
    paid: z.string(),
    amount: z.string(),
    card: z.string(),
    at: z.string(),
    /** Dollars that were refunded before: the programme has lost them until the chargeback is contested. */
    refunded: z.string(),
    refundedBefore: z.boolean(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listChargedBack(tx, tenantId, most));
    const rows = [];
    for (const charge of shown) {
      rows.push({
        charge: charge.id,
        paid: await paidFor(ctx, tx, tenantId, charge),
        amount: dollarsOf(charge.amount),
        card: `ends ${charge.card_ending}`,
        at: toInstant(charge.charged_back_at),
        refunded: dollarsOf(charge.refunded),
        refundedBefore: charge.refunded > 0n,
      });
    }
    return { ok: true, rows, hasMore };
  },
});
