import * as z from 'zod';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand } from '../desk/public.ts';
import { openGateway } from './ask.ts';
import { findKnown, findRestoredTo } from './payment.store.ts';
import { readReference } from './reference.ts';

/** Lists payments that the gateway has and the ledger lacks: opened after the restored moment. */
export const lostPaymentsCommand = deskCommand({
  name: 'lost-payments',
  title: 'Card payments lost in a restore',
  summary: 'After a restore: payments of other cards that the payment gateway took and the books do not know',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    payment: z.string(),
    state: z.string(),
    charge: z.string(),
    amount: z.string(),
    card: z.string(),
  }),
  async runAlone({ ctx, staff: { tenantId } }) {
    const since = await ctx.database.read(tenantId, (tx) => findRestoredTo(tx, tenantId));
    if (since === undefined) return { ok: true, rows: [] };
    const there = await openGateway(ctx, tenantId).list(since);
    // A person compares the gateway's own report instead.
    if (there.kind === 'refused' && there.code === 'not_listed') {
      return { ok: true, rows: [{ payment: '', state: 'notListed', charge: '', amount: '', card: '' }] };
    }
    if (there.kind !== 'done') throw new OutsideUnavailable('gateway', there);
    const own = there.value.flatMap(({ reference, word }) => {
      const read = readReference(reference);
      return read?.tenantId === tenantId ? [{ id: read.id, word }] : [];
    });
    const ids = own.map(({ id }) => id);
    const known = await ctx.database.read(tenantId, (tx) => findKnown(tx, tenantId, ids));
    const rows = own.flatMap(({ id, word }) => {
      if (known.has(id)) return [];
      // An undecided payment may still be charged.
      if (word.kind === 'pending') return [{ payment: id, state: 'pending', charge: '', amount: '', card: '' }];
      if (word.kind !== 'paid') return [];
      return word.charges.map(({ id: charge, amount, card }) => ({
        payment: id,
        state: 'paid',
        charge,
        amount: dollarsOf(amount),
        card: `•••• ${card.ending}`,
      }));
    });
    return { ok: true, rows };
  },
});
