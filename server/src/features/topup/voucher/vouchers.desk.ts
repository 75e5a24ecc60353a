import * as z from 'zod';
import type { AppContext } from '../../../compose/context.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { findBrand } from '../../brands/public.ts';
import {
  brandIdentifier,
  type DeskCall,
  type DeskCallInTransaction,
  deskCommand,
  effectOnBook,
  inDollars,
  refused,
  sumOf,
  typedDollars,
  voucherNumber,
  wholeNumber,
} from '../../desk/public.ts';
import { voucherBatch } from './voucher-batch.kind.ts';
import { batchCode } from './voucher-code.ts';
import { VOUCHER } from './voucher.states.domain.ts';
import { listBatch, lockVoucher, saveVoucherStatus } from './voucher.store.ts';

const MOST_AT_ONCE = 50;

const making = z.object({
  brand: brandIdentifier,
  count: wholeNumber(1, MOST_AT_ONCE),
  /** Amount of each voucher. */
  amount: typedDollars,
  /** Last day on which they are redeemed. */
  expires: z.iso.date(),
});
type Making = z.output<typeof making>;

/** The brand of an identifier, among those of the tenant. */
async function brandOfStaff(ctx: AppContext, tenantId: number, identifier: string) {
  const found = await findBrand(ctx, identifier, '');
  return found?.tenantId === tenantId ? found : undefined;
}

/** Makes vouchers when a second person approves; their codes are shown to that person, once. */
export const makeVouchersCommand = deskCommand({
  name: 'make-vouchers',
  title: 'Make vouchers',
  summary: `Make up to ${MOST_AT_ONCE} vouchers of one amount in dollars, redeemable until a day (yyyy-MM-dd)`,
  permission: 'act',
  done: (row, _input, rows) => ({
    words:
      rows.length === 1
        ? `1 voucher of ${inDollars(row.amount)} is made.`
        : `${rows.length} vouchers of ${inDollars(row.amount)} are made.`,
    isList: true,
  }),
  input: making,
  answer: z.object({ voucher: z.string(), code: z.string(), amount: z.string(), expires: z.string() }),
  shownOnce: ['code'],
  async check({ ctx, staff, input }: DeskCallInTransaction<Making>) {
    const found = await brandOfStaff(ctx, staff.tenantId, input.brand);
    if (!found) return refused('not_found', { field: 'brand' });
    if (input.expires <= dayAt(ctx.clocks.business.now())) return refused('required_field', { field: 'expires' });
    return { ok: true, rows: [], object: `brand:${found.id}` };
  },
  async effect(call) {
    const { brand, count, amount, expires } = call.input;
    const sum = amount * BigInt(count);
    return [
      sumOf(`${count} vouchers of ${brand}`, sum, '', `each ${dollarsOf(amount)}, until ${expires}`),
      await effectOnBook(call, 'vouchers', sum),
      await effectOnBook(call, 'bank', -sum),
    ];
  },
  async runAlone({ ctx, staff, input, key, requestId }: DeskCall<Making>) {
    const { tenantId } = staff;
    const found = await brandOfStaff(ctx, tenantId, input.brand);
    if (!found) return refused('not_found', { field: 'brand' });
    const { count, amount, expires: expiresOn } = input;
    const made = await ctx.payments.submit({
      tenantId,
      kind: voucherBatch,
      key,
      actor: 'desk',
      requestId,
      input: { brandId: found.id, count, amount, expiresOn, batch: key },
    });
    if (!made.ok) return refused('not_found', { field: 'brand' });
    const vouchers = await ctx.database.read(tenantId, (tx) => listBatch(tx, tenantId, key));
    const rows = vouchers.map(({ number: voucher }) => ({
      voucher,
      code: batchCode(ctx, key, voucher),
      amount: dollarsOf(amount),
      expires: expiresOn,
    }));
    return { ok: true, rows, object: `brand:${found.id}` };
  },
});

const blocking = z.object({ brand: brandIdentifier, voucher: voucherNumber });
type Blocking = z.output<typeof blocking>;

/** Blocks a voucher that was lost or sold by mistake, so that it can no longer be redeemed. */
export const blockVoucherCommand = deskCommand({
  name: 'block-voucher',
  title: 'Block a voucher',
  summary: 'Block a voucher by its number',
  permission: 'act',
  done: (row) => ({ words: `Voucher ${row.voucher} is blocked.`, reference: row.voucher }),
  positional: 'voucher',
  input: blocking,
  answer: z.object({ voucher: z.string(), status: z.string() }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<Blocking>) {
    const { tenantId } = staff;
    const found = await brandOfStaff(ctx, tenantId, input.brand);
    const voucher = found && (await lockVoucher(tx, { tenantId, brandId: found.id }, input.voucher));
    if (!voucher) return refused('not_found', { field: 'voucher' });
    const object = `voucher:${voucher.id}`;
    const moved = move(VOUCHER, { state: voucher.status, event: 'block', by: 'staff' });
    if (moved.kind !== 'changed') return refused('nothing_to_do', { object });
    await saveVoucherStatus(tx, tenantId, voucher.id, moved.to);
    return { ok: true, rows: [{ voucher: `ends ${input.voucher.slice(-4)}`, status: moved.to }], object };
  },
});
