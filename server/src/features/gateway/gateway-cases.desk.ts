import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { listCases } from './dispute.store.ts';
import { paidFor } from './purpose.ts';

/** Lists what banks of cards say of charges, so that staff can answer at the gateway. */
export const gatewayCasesCommand = deskCommand({
  name: 'gateway-cases',
  title: 'Questions from other banks about cards',
  summary: 'List questions, disputes and fraud warnings of the banks of other cards, the newest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    /** As the gateway names it. */
    named: z.string(),
    state: z.string(),
    charge: z.string(),
    paid: z.string(),
    amount: z.string(),
    /** Dollars as the gateway says; empty: it does not say. */
    disputed: z.string(),
    card: z.string(),
    word: z.string(),
    at: z.string(),
    /** Until when a warning keeps what the charge has loaded; empty: it does not. `release-load` ends it. */
    keptUntil: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) =>
      listCases(tx, tenantId, ctx.clocks.business.now(), most),
    );
    const rows = [];
    for (const one of shown) {
      const facts = [`ends ${one.card_ending}`, one.card_funding, one.card_country].filter((fact) => fact !== null);
      rows.push({
        named: one.id,
        state: one.state,
        charge: one.charge_id,
        paid: await paidFor(ctx, tx, tenantId, one),
        amount: dollarsOf(one.charged),
        disputed: one.disputed === null ? '' : dollarsOf(one.disputed),
        card: facts.join(', '),
        word: one.word,
        at: toInstant(one.heard_at),
        keptUntil: one.kept_until === null ? '' : toInstant(one.kept_until),
      });
    }
    return { ok: true, rows, hasMore };
  },
});
