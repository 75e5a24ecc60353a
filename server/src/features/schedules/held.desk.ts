import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import {
  type DeskCallInTransaction,
  deskCommand,
  inDollars,
  pageInput,
  pageOf,
  referenceNumber,
  refused,
  sumOf,
} from '../desk/public.ts';
import { findHeld, listHeld, saveDue } from './held.store.ts';

const answer = z.object({
  receipt: z.string(),
  account: z.string(),
  by: z.string(),
  amount: z.string(),
  made: z.string(),
  until: z.string(),
  /** `holder`: the holder has to confirm or cancel the payment after a password reset. */
  waitsFor: z.string(),
});

/** Lists held first payments to a destination. */
export const heldPaymentsCommand = deskCommand({
  name: 'held-payments',
  title: 'Payments on hold',
  summary: 'First payments to somebody that are held, the next to be paid first',
  permission: 'look',
  input: z.object(pageInput),
  answer,
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listHeld(tx, staff.tenantId, most));
    const rows = shown.map((held) => ({
      receipt: held.receipt,
      account: held.account,
      by: held.kind,
      amount: dollarsOf(held.cents),
      made: new Date(held.madeAt).toISOString(),
      until: new Date(held.dueAt).toISOString(),
      waitsFor: held.isWaiting ? 'holder' : '',
    }));
    return { ok: true, rows, hasMore };
  },
});

const input = z.object({ receipt: referenceNumber });

/** Releases a held payment early, with a second approval. */
export const releaseHeldCommand = deskCommand({
  name: 'release-held',
  title: 'Send a held payment now',
  summary: 'Let a held payment go now, by its receipt number, after its payer was asked',
  permission: 'act',
  done: (row) => ({ words: `The payment of ${inDollars(row.amount)} goes now.`, reference: row.receipt }),
  positional: 'receipt',
  input,
  answer: z.object({ receipt: z.string(), amount: z.string() }),
  check: findHeldForStaff,
  async effect({ tx, staff, input: { receipt } }) {
    const held = await findHeld(tx, staff.tenantId, receipt);
    if (!held) return [];
    const what = `Payment ${receipt} of account ${held.account}`;
    return [sumOf(what, -held.cents, `held until ${toInstant(held.dueAt)}`, 'goes now')];
  },
  async run(call) {
    const found = await findHeldForStaff(call);
    if (found.ok) await saveDue(call.tx, call.staff.tenantId, found.id, call.ctx.clocks.business.now());
    return found;
  },
});

async function findHeldForStaff({ tx, staff, input: { receipt } }: DeskCallInTransaction<z.output<typeof input>>) {
  const held = await findHeld(tx, staff.tenantId, receipt);
  if (!held) return refused('not_found', { field: 'receipt' });
  const { id } = held;
  return { ok: true as const, rows: [{ receipt, amount: dollarsOf(held.cents) }], object: `schedule:${id}`, id };
}
