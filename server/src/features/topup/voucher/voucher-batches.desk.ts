import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { listBatches } from './voucher-batch.store.ts';

/** Vouchers that the desk has made, by the request that made them. */
export const voucherBatchesCommand = deskCommand({
  name: 'voucher-batches',
  title: 'Vouchers that were made',
  summary: 'Vouchers that the desk has made, the newest first, by their request: how many were used, and what is left',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    request: z.string(),
    /** Reason of the request. */
    reason: z.string(),
    brand: z.string(),
    made: z.number(),
    used: z.number(),
    /** Vouchers that can still be redeemed. */
    open: z.number(),
    amount: z.string(),
    left: z.string(),
    expires: z.string(),
    at: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listBatches(tx, staff.tenantId, most));
    const rows = shown.map(({ id, amount, left, ended_at, ...batch }) => ({
      ...batch,
      request: String(id),
      amount: dollarsOf(amount),
      left: dollarsOf(left),
      at: toInstant(ended_at),
    }));
    return { ok: true, rows, hasMore };
  },
});
