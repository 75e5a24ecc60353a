import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type TestContext, givenContext } from '../../../test-support/processes/database.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { testEveryCell } from '../../../test-support/state-matrix.ts';
import type { GatewayWord } from '../../outside/gateway/port.ts';
import { GATEWAY_PAYMENT, type GatewayPaymentState } from './gateway-payment.states.domain.ts';
import { learn } from './learn.ts';

const STATES = [
  'Opening',
  'Open',
  'Unknown',
  'Paid',
  'Declined',
  'Cancelled',
  'Expired',
  'Refunded',
  'ChargedBack',
] as const;

let ctx: TestContext;
let brand: TestBrand;
beforeAll(async () => {
  ctx = await givenContext();
  brand = await givenBrand(ctx);
});
afterAll(() => ctx.close());

/** A payment in a state, and the gateway's report about it. */
const driver = (word: GatewayWord, before?: 'declined') => async (state: GatewayPaymentState) => {
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO gateway_payment
       (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
     VALUES ($1::uuid, $2, $3, 'topup', $1::text, 1000, $4, $5, $5, now(), now())`,
    [id, brand.tenantId, brand.id, state, Buffer.alloc(32)],
  );
  if (before) {
    const sql = 'INSERT INTO gateway_decline (tenant_id, payment_id, id, at) VALUES ($1, $2::uuid, $2::text, now())';
    await ctx.asOwner(sql, [brand.tenantId, id]);
  }
  await learn(ctx, brand.tenantId, id, word);
  const [row] = await ctx.asOwner<{ state: GatewayPaymentState }>('SELECT state FROM gateway_payment WHERE id = $1', [
    id,
  ]);
  const lines = await ctx.asOwner<{ outcome: string }>('SELECT outcome FROM audit_log WHERE object = $1', [
    `payment:${id}`,
  ]);
  return { answer: lines[0]?.outcome ?? 'ok', after: row?.state ?? state, lines: lines.length };
};

testEveryCell(GATEWAY_PAYMENT, STATES, {
  doubt: { gateway: driver({ kind: 'pending' }) },
  decline: { gateway: driver({ kind: 'closed' }, 'declined') },
  cancel: { gateway: driver({ kind: 'cancelled' }) },
  expire: { gateway: driver({ kind: 'closed' }) },
});
