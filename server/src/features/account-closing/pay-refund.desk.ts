import * as z from 'zod';
import {
  bankAccountNumber,
  becomes,
  bsbNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOnBook,
  inDollars,
  nameOf,
  refused,
} from '../desk/public.ts';
import { findFailedRefund, refundKey } from '../gateway/public.ts';
import { findDestination, refuseDestination } from '../transfers/public.ts';
import { effectOfWay } from './ending-effects.ts';
import { payRefund } from './pay-refund.kind.ts';

const input = z.object({ refund: refundKey, bsb: bsbNumber, to: bankAccountNumber, name: nameOf(1, 32) });

/** Pays a refund that the gateway has refused to a bank account, with a second approval. */
export const payRefundCommand = deskCommand({
  name: 'pay-refund',
  title: 'Pay a failed card refund to a bank',
  summary: 'Pay a refund that the payment gateway has refused for good to a bank account of whoever paid',
  permission: 'act',
  done: (row) => ({
    words: `The refund of ${inDollars(row.amount)} is paid to the bank account.`,
    reference: row.receipt,
  }),
  positional: 'refund',
  input,
  answer: z.object({ refund: z.string(), amount: z.string(), receipt: z.string() }),
  async check({ ctx, tx, staff: { tenantId }, input: asked }: DeskCallInTransaction<z.output<typeof input>>) {
    const failed = await findFailedRefund(tx, tenantId, asked.refund);
    if (!failed) return refused('not_found', { field: 'refund' });
    const object = `refund:${asked.refund}`;
    const destination = await findDestination({ ctx, tx, tenantId }, failed.brandId, asked);
    const fault = refuseDestination(destination, { bsb: 'bsb', name: 'name' });
    return fault ? { ...fault, object } : { ok: true, rows: [], object };
  },
  async effect(call) {
    const { tx, staff, input: asked } = call;
    const failed = await findFailedRefund(tx, staff.tenantId, asked.refund);
    if (!failed) return [];
    const { amount, charge_id: charge } = failed.refund;
    return [
      becomes(`Refund ${asked.refund} of ${charge}`, 'refused by the gateway', 'paid to a bank account'),
      await effectOnBook(call, 'gateway', -amount),
      ...(await effectOfWay(call, asked, amount)),
    ];
  },
  async runAlone({ ctx, staff, input: asked, key, requestId }) {
    const from = { tenantId: staff.tenantId, kind: payRefund, key, actor: 'desk', requestId };
    const paid = await ctx.payments.submit({ ...from, input: asked });
    if (!paid.ok) return paid.error === 'not_found' ? refused('not_found', { field: 'refund' }) : paid;
    const { amount, receiptNumber: receipt } = paid.value;
    return { ok: true, rows: [{ refund: asked.refund, amount, receipt }], object: `refund:${asked.refund}` };
  },
});
