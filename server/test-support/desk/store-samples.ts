import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenTenant } from '../factories.ts';
import { voucherBatch } from '../../src/features/topup/voucher/voucher-batch.kind.ts';
import { card, GIFT, givenPaidOrder, givenShop } from '../store.ts';

const stateOf = async ({ ctx }: TestApp, sql: string, values: readonly unknown[]): Promise<string> =>
  JSON.stringify(await ctx.asOwner(sql, values));

/** A paid order of a gift. */
async function givenOrder(test: TestApp): Promise<DeskSample> {
  const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
  const { OrderId, order } = await givenPaidOrder(test, shop, [card(shop, 'virtual', { Gift: GIFT })]);
  return {
    tenantId: shop.brand.tenantId,
    input: { order: order.Number ?? '' },
    state: () =>
      stateOf(test, 'SELECT i.ended FROM store_item i JOIN store_order o ON o.id = i.order_id WHERE o.public_id = $1', [
        OrderId,
      ]),
    marked: [order.Email, GIFT.Email, order.CollectionCode ?? ''],
  };
}

/** A brand that issues vouchers. */
async function givenBrandOfVouchers(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  return {
    tenantId: brand.tenantId,
    input: { brand: brand.identifier, count: '2', amount: '25.00', expires: '2027-11-20' },
    state: () => stateOf(test, 'SELECT amount::text, status FROM voucher WHERE brand_id = $1', [brand.id]),
    marked: [],
  };
}

/** Two vouchers that a request of the desk has made. */
async function givenMade(test: TestApp): Promise<DeskSample> {
  const { ctx } = test;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const key = `desk-request:${brand.tenantId}:77`;
  const batch = { brandId: brand.id, count: 2, amount: 2500n, expiresOn: '2027-11-20', batch: key };
  const { tenantId } = brand;
  await ctx.payments.submit({ tenantId, kind: voucherBatch, key, actor: 'desk', requestId: 'test', input: batch });
  return {
    tenantId,
    input: { request: '77' },
    state: () => stateOf(test, 'SELECT status FROM voucher WHERE brand_id = $1', [brand.id]),
    marked: [],
  };
}

let last = 81_000_000_000;

async function givenVoucher(test: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  last += 1;
  await test.ctx.asOwner(
    `INSERT INTO voucher (tenant_id, brand_id, number, code_hash, amount, status, expires_on, batch)
     VALUES ($1, $2, $3, $4, 5000, 'Issued', '2027-11-20', 'test')`,
    [brand.tenantId, brand.id, String(last), Buffer.alloc(32)],
  );
  return {
    tenantId: brand.tenantId,
    input: { brand: brand.identifier, voucher: String(last) },
    state: () => stateOf(test, 'SELECT status FROM voucher WHERE brand_id = $1', [brand.id]),
    marked: [],
  };
}

/** A file of one voucher that waits for approval. */
async function givenImport(test: TestApp): Promise<DeskSample & { readonly import: string }> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  last += 1;
  const [row] = await test.ctx.asOwner<{ id: string }>(
    `INSERT INTO voucher_import (tenant_id, brand_id, digest, vouchers, amount, read_at)
     VALUES ($1, $2, $3, 1, 5000, now()) RETURNING id::text`,
    [brand.tenantId, brand.id, Buffer.alloc(32, 1)],
  );
  const id = row?.id ?? '';
  await test.ctx.asOwner(
    `INSERT INTO voucher_import_row (tenant_id, import_id, number, code_hash, amount, expires_on)
     VALUES ($1, $2, $3, $4, 5000, '2027-11-20')`,
    [brand.tenantId, id, String(last), Buffer.alloc(32, 1)],
  );
  return {
    tenantId: brand.tenantId,
    import: id,
    input: {},
    state: () => stateOf(test, 'SELECT state FROM voucher_import WHERE id = $1', [id]),
    marked: [String(last)],
  };
}

const ACT = { roles: ['agent', 'manager'], elsewhere: 'not_found' } as const;

/** Samples of the desk commands about the store and vouchers. */
export const STORE_SAMPLES: Readonly<Record<string, Sample>> = {
  orders: {
    ...ACT,
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await givenOrder(test)), input: {} }),
  },
  order: { ...ACT, roles: ['viewer', 'agent', 'manager'], needsApproval: false, given: givenOrder },
  'refund-order': { ...ACT, needsApproval: true, given: givenOrder },
  'correct-gift': {
    ...ACT,
    needsApproval: true,
    async given(test) {
      const sample = await givenOrder(test);
      const input = { ...sample.input, item: '1', email: 'right.address@example.com' };
      const sql =
        'SELECT i.recipient_email FROM store_item i JOIN store_order o ON o.id = i.order_id WHERE o.number = $1';
      return { ...sample, input, state: () => stateOf(test, sql, [sample.input['order']]) };
    },
  },
  'send-voucher-file': {
    ...ACT,
    needsApproval: false,
    async given(test) {
      const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
      return {
        tenantId: brand.tenantId,
        input: { brand: brand.identifier },
        state: () => stateOf(test, 'SELECT id FROM voucher_import WHERE brand_id = $1', [brand.id]),
        marked: [],
      };
    },
  },
  'make-vouchers': { ...ACT, needsApproval: true, given: givenBrandOfVouchers },
  'voucher-batches': {
    ...ACT,
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: async (test) => ({ ...(await givenMade(test)), input: {} }),
  },
  'cancel-vouchers': { ...ACT, needsApproval: true, given: givenMade },
  'show-voucher-codes': {
    ...ACT,
    needsApproval: true,
    async given(test) {
      const sample = await givenMade(test);
      const seen = `SELECT object FROM audit_log WHERE tenant_id = $1 AND action = $2 AND outcome = 'ok'`;
      return { ...sample, state: () => stateOf(test, seen, [sample.tenantId, 'desk.show-voucher-codes']) };
    },
  },
  'voucher-imports': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: givenImport,
  },
  'take-vouchers': {
    ...ACT,
    needsApproval: true,
    async given(test) {
      const { import: id, ...sample } = await givenImport(test);
      return { ...sample, input: { import: id } };
    },
  },
  'drop-vouchers': {
    ...ACT,
    needsApproval: false,
    async given(test) {
      const { import: id, ...sample } = await givenImport(test);
      return { ...sample, input: { import: id } };
    },
  },
  'block-voucher': { ...ACT, needsApproval: false, given: givenVoucher },
};
