import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf, referenceNumber, refused } from '../desk/public.ts';
import { closeExcessRefund, type ExcessRefund, findExcessRefund, listExcessRefunds } from './excess-refund.store.ts';

const SHOWN = {
  case: z.string(),
  state: z.string(),
  person: z.string(),
  name: z.string(),
  account: z.string(),
  merchant: z.string(),
  /** References of the network. */
  purchase: z.string(),
  refund: z.string(),
  /** Cents of the purchase that were taken, and of its refunds up to this one. */
  taken: z.string(),
  refunded: z.string(),
  amount: z.string(),
  credited: z.string(),
  /** Amount that the programme keeps, because a dispute had credited it. */
  kept: z.string(),
  made: z.string(),
};

const rowOf = (one: ExcessRefund) => ({
  case: one.reference,
  state: one.state,
  name: one.person ?? '',
  account: one.account,
  merchant: one.merchant,
  person: one.holder_id === null ? '' : `holder:${one.holder_id}`,
  purchase: one.purchase,
  refund: one.refund,
  taken: dollarsOf(one.taken),
  refunded: dollarsOf(one.refunded),
  amount: dollarsOf(one.cents),
  credited: dollarsOf(one.cents - one.kept),
  kept: dollarsOf(one.kept),
  made: toInstant(one.made_at),
});
const objectOf = (reference: string) => `excess_refund:${reference}`;

/** Lists refunds that exceed their purchase and wait for the desk. */
export const excessRefundsCommand = deskCommand({
  name: 'excess-refunds',
  title: 'Refunds above their purchase',
  summary: 'Refunds that come to more than their purchase, or that a dispute had credited before, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listExcessRefunds(tx, staff.tenantId, most));
    return { ok: true, rows: shown.map(rowOf), hasMore };
  },
});

const input = z.object({ case: referenceNumber });

/** Shows one of these refunds with its purchase, open or not. */
export const excessRefundCommand = deskCommand({
  name: 'excess-refund',
  title: 'Show a refund above its purchase',
  summary: 'Show a refund that comes to more than its purchase, with both',
  permission: 'look',
  positional: 'case',
  input,
  answer: z.object(SHOWN),
  async run({ tx, staff, input: given }) {
    const found = await findExcessRefund(tx, staff.tenantId, given.case);
    if (!found) return refused('not_found', { field: 'case' });
    return { ok: true as const, rows: [rowOf(found)], object: objectOf(given.case) };
  },
});

/** Takes it from the list. It moves no money. */
export const closeExcessRefundCommand = deskCommand({
  name: 'close-excess-refund',
  title: 'Close a refund above its purchase',
  summary: 'Finish the case of a refund that comes to more than its purchase, once it is settled with the scheme',
  permission: 'act',
  done: (row) => ({ words: 'The case is closed.', reference: row.case, next: 'No money has moved.' }),
  positional: 'case',
  input,
  answer: z.object(SHOWN),
  async run({ ctx, tx, staff: { tenantId }, input: given }) {
    const object = objectOf(given.case);
    const isClosed = await closeExcessRefund(tx, tenantId, given.case, ctx.clocks.business.now());
    const found = await findExcessRefund(tx, tenantId, given.case);
    if (!found) return refused('not_found', { field: 'case' });
    if (!isClosed) return refused('nothing_to_do', { field: 'case', object });
    return { ok: true as const, rows: [rowOf(found)], object };
  },
});
