import * as z from 'zod';
import { dollarsOf } from '../../../platform/money.ts';
import {
  becomes,
  counted,
  type DeskCall,
  type DeskCallInTransaction,
  deskCommand,
  effectOnBook,
  inDollars,
  refused,
  rowNumber,
  sumOf,
} from '../../desk/public.ts';
import { cancelVouchers, isCancellable } from './cancel-vouchers.kind.ts';
import { batchCode, hashVoucherCode, isVoucherCode } from './voucher-code.ts';
import { type BatchVoucher, listBatch } from './voucher.store.ts';

/** The request of `make-vouchers` whose codes were lost. */
const input = z.object({ request: rowNumber });
type Input = z.output<typeof input>;

const batchOf = ({ staff, input: { request } }: DeskCall<Input>) => `desk-request:${staff.tenantId}:${request}`;
const wordsOf = ({ length }: readonly BatchVoucher[]) => (length === 1 ? '1 voucher' : `${length} vouchers`);

/** All vouchers that a request has made, and those that no one has redeemed. */
async function leftOf(call: DeskCallInTransaction<Input>) {
  const all = await listBatch(call.tx, call.staff.tenantId, batchOf(call));
  return { all, left: all.filter(isCancellable) };
}

async function check(call: DeskCallInTransaction<Input>) {
  const { all, left } = await leftOf(call);
  const object = `desk_request:${call.input.request}`;
  if (all.length === 0) return refused('not_found', { field: 'request', object });
  return left.length === 0 ? refused('nothing_to_do', { object }) : ({ ok: true, rows: [], object } as const);
}

/**
 * Shows the codes of a batch again, to the approver. The audit log has the names of those who asked and who saw them.
 */
export const showVoucherCodes = deskCommand({
  name: 'show-voucher-codes',
  title: 'Show lost voucher codes',
  summary: 'Show the codes of vouchers once more that a request of make-vouchers has made and nobody has redeemed',
  permission: 'act',
  done: (_row, _input, rows) => ({
    words: `${counted(rows.length, 'voucher')} can still be redeemed, and the codes were shown.`,
    isList: true,
  }),
  positional: 'request',
  input,
  answer: z.object({ voucher: z.string(), code: z.string(), amount: z.string(), expires: z.string() }),
  shownOnce: ['code'],
  check,
  async effect(call) {
    const { left } = await leftOf(call);
    if (left.length === 0) return [];
    return [becomes(`Codes of ${wordsOf(left)} of request ${call.input.request}`, 'not kept', 'shown to who approves')];
  },
  async run(call: DeskCallInTransaction<Input>) {
    const { left } = await leftOf(call);
    const object = `desk_request:${call.input.request}`;
    if (left.length === 0) return refused('nothing_to_do', { object });
    const batch = batchOf(call);
    const rows = left.map(({ number: voucher, amount, expires_on, brand_id, code_hash }) => {
      const code = batchCode(call.ctx, batch, voucher);
      const isKnown = isVoucherCode(code_hash, hashVoucherCode(call.ctx, brand_id, voucher, code));
      return isKnown ? { voucher, code, amount: dollarsOf(amount), expires: expires_on } : undefined;
    });
    // The vouchers were made under a key that this server no longer has, so they can only be cancelled.
    if (rows.includes(undefined)) return refused('not_found', { field: 'request', object });
    return { ok: true, rows: rows.filter((row) => row !== undefined), object };
  },
});

/** Cancels the vouchers of a batch whose codes were lost. A second person approves it, because it moves money. */
export const cancelVouchersCommand = deskCommand({
  name: 'cancel-vouchers',
  title: 'Cancel vouchers',
  summary: 'Cancel the vouchers that a request of make-vouchers has made and nobody has redeemed',
  permission: 'act',
  done: (row) => ({
    words: `${counted(row.vouchers, 'voucher')}, ${inDollars(row.amount)} in all, can’t be redeemed any more.`,
    reference: row.receipt,
  }),
  positional: 'request',
  input,
  answer: z.object({ vouchers: z.number(), amount: z.string(), receipt: z.string() }),
  check,
  async effect(call) {
    const { all, left } = await leftOf(call);
    if (left.length === 0) return [];
    const sum = left.reduce((total, { amount }) => total + amount, 0n);
    const redeemed = all.length - left.length;
    return [
      becomes(`${wordsOf(left)} of request ${call.input.request}`, 'may be redeemed', 'cancelled'),
      ...(redeemed > 0 ? [becomes(`${redeemed} more of them`, 'over', 'over', 'stay')] : []),
      sumOf('Their value', sum, '', 'goes back'),
      await effectOnBook(call, 'vouchers', -sum),
      await effectOnBook(call, 'bank', sum),
    ];
  },
  async runAlone(call: DeskCall<Input>) {
    const { ctx, staff, key, requestId } = call;
    const object = `desk_request:${call.input.request}`;
    const made = await ctx.payments.submit({
      tenantId: staff.tenantId,
      kind: cancelVouchers,
      key,
      actor: 'desk',
      requestId,
      input: { batch: batchOf(call) },
    });
    return made.ok ? { ok: true, rows: [made.value], object } : refused('nothing_to_do', { object });
  },
});
