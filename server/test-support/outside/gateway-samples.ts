import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from '../desk/desk-sample.ts';
import { givenBrand, givenTenant } from '../factories.ts';
import { payAtGateway } from './gateway.ts';

/** A refund refused by the gateway. */
async function givenFailedRefund(test: TestApp): Promise<DeskSample & { readonly key: string }> {
  const { id: brandId, tenantId } = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const [payment, charge] = [randomUUID(), `ch.${randomUUID()}`];
  const key = `unsettled.${charge}`;
  const bytes = Buffer.alloc(32, 1);
  await test.ctx.asOwner(
    `INSERT INTO gateway_payment
       (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
     VALUES ($1, $2, $3, 'topup', '1', 1000, 'Refunded', $4, $4, now(), now())`,
    [payment, tenantId, brandId, bytes],
  );
  await test.ctx.asOwner(
    `INSERT INTO gateway_charge
       (tenant_id, id, payment_id, amount, currency, card_hash, card_ending, state, received_at)
     VALUES ($1, $2, $3, 1000, 'AUD', $4, '1111', 'Returned', now())`,
    [tenantId, charge, payment, bytes],
  );
  await test.ctx.asOwner(
    `INSERT INTO gateway_refund (tenant_id, key, charge_id, amount, reason, state, asked_at, next_at)
     VALUES ($1, $2, $3, 1000, 'unsettled', 'Failed', now(), now())`,
    [tenantId, key, charge],
  );
  const sql = "SELECT concat(state, ' ', attempt) AS state FROM gateway_refund WHERE key = $1";
  return {
    key,
    tenantId,
    input: {},
    state: async () => (await test.ctx.asOwner<{ state: string }>(sql, [key]))[0]?.state ?? '',
    marked: [],
  };
}

/** A top-up with a chargeback. */
async function givenChargeback(test: TestApp): Promise<DeskSample> {
  const { key: _, ...sample } = await givenFailedRefund(test);
  await test.ctx.asOwner('UPDATE gateway_charge SET charged_back_at = now() WHERE tenant_id = $1', [sample.tenantId]);
  return sample;
}

/** A payment that the gateway accepted after the restored moment. */
async function givenLostPayment(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  await test.ctx.asOwner(
    "INSERT INTO instance_hold (tenant_id, held_at, restored_to) VALUES ($1, '2026-11-20T02:00Z', '2026-11-20T01:00Z')",
    [tenantId],
  );
  await payAtGateway(test, `${tenantId}.${randomUUID()}`);
  return { tenantId, input: {}, state: () => Promise.resolve(''), marked: [] };
}

/** A question of the bank of a card about a charge. */
async function givenCase(test: TestApp): Promise<DeskSample> {
  const { key: _, ...sample } = await givenFailedRefund(test);
  await test.ctx.asOwner(
    `INSERT INTO gateway_dispute (tenant_id, id, charge_id, heard_at)
     SELECT tenant_id, 'dp.1', id, now() FROM gateway_charge WHERE tenant_id = $1`,
    [sample.tenantId],
  );
  return sample;
}

/** A refund whose answer was lost four days ago. */
async function givenUnsureRefund(test: TestApp): Promise<DeskSample & { readonly key: string }> {
  const failed = await givenFailedRefund(test);
  const sentAt = new Date(test.ctx.clocks.security.now() - 4 * 86_400_000).toISOString();
  await test.ctx.asOwner("UPDATE gateway_refund SET state = 'Asked', first_sent_at = $2 WHERE key = $1", [
    failed.key,
    sentAt,
  ]);
  return failed;
}

/** A charge that a warning of fraud keeps in the programme for 20 more days. */
async function givenKeptLoad(test: TestApp): Promise<DeskSample> {
  const { key: _, ...sample } = await givenFailedRefund(test);
  const keptUntil = new Date(test.ctx.clocks.business.now() + 20 * 86_400_000).toISOString();
  const [charge] = await test.ctx.asOwner<{ id: string }>(
    "UPDATE gateway_charge SET state = 'Booked', booked_at = now(), kept_until = $2 WHERE tenant_id = $1 RETURNING id",
    [sample.tenantId, keptUntil],
  );
  const sql = 'SELECT kept_until::text AS state FROM gateway_charge WHERE tenant_id = $1';
  return {
    ...sample,
    input: { charge: charge?.id ?? '' },
    state: async () => (await test.ctx.asOwner<{ state: string | null }>(sql, [sample.tenantId]))[0]?.state ?? '',
  };
}

export const GATEWAY_SAMPLES: Readonly<Record<string, Sample>> = {
  'gateway-refunds': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: givenFailedRefund,
  },
  'gateway-cases': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: givenCase,
  },
  chargebacks: {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: givenChargeback,
  },
  'lost-payments': {
    roles: ['viewer', 'agent', 'manager'],
    needsApproval: false,
    elsewhere: 'no rows',
    given: givenLostPayment,
  },
  'refund-again': {
    roles: ['agent', 'manager'],
    needsApproval: false,
    elsewhere: 'not_found',
    async given(test) {
      const { key, ...sample } = await givenFailedRefund(test);
      return { ...sample, input: { refund: key } };
    },
  },
  'settle-refund': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    async given(test) {
      const { key, ...sample } = await givenUnsureRefund(test);
      return { ...sample, input: { refund: key, outcome: 'made' } };
    },
  },
  'release-load': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    given: givenKeptLoad,
  },
  'pay-refund': {
    roles: ['agent', 'manager'],
    needsApproval: true,
    elsewhere: 'not_found',
    async given(test) {
      const { key, ...sample } = await givenFailedRefund(test);
      return { ...sample, input: { refund: key, bsb: '000-101', to: '61200447', name: 'Amelia Chen' } };
    },
  },
};
