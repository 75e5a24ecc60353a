import { randomUUID } from 'node:crypto';
import { learn } from '../../src/features/gateway/learn.ts';
import type { PaymentGateway } from '../../src/outside/gateway/port.ts';
import type { TestApp } from '../app.ts';
import type { TestBrand } from '../factories.ts';
import { giveBackNow, payAtGateway } from './gateway.ts';
import { paymentAt } from './gateway-asked.ts';

/** Gateway of the sandbox. */
export function sandboxGatewayOf({ ctx }: Pick<TestApp, 'ctx'>) {
  const { sandboxGateway } = ctx.outside;
  if (!sandboxGateway) throw new Error('the sandbox has a gateway');
  return sandboxGateway;
}

/** A charge of 50.00 for a payment of 10.00, which goes back whole. Returns our reference of its payment. */
export async function givenUnsettledRefund(test: TestApp, brand: TestBrand): Promise<string> {
  const id = randomUUID();
  await test.ctx.asOwner(
    `INSERT INTO gateway_payment
       (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
     VALUES ($1::uuid, $2, $3, 'topup', $1::text, 1000, 'Open', $4, $4, now(), now())`,
    [id, brand.tenantId, brand.id, Buffer.alloc(32)],
  );
  const reference = `${brand.tenantId}.${id}`;
  await payAtGateway(test, reference);
  const word = await sandboxGatewayOf(test).state(paymentAt(reference));
  if (word.kind !== 'done') throw new Error('the sandbox answers');
  await learn(test.ctx, brand.tenantId, id, word.value);
  return reference;
}

/** Sends what is due to a gateway that behaves differently in some calls. */
export function giveBackBy(test: TestApp, { tenantId }: TestBrand, changed: Partial<PaymentGateway>): Promise<void> {
  const gateway = { ...sandboxGatewayOf(test), ...changed };
  return giveBackNow({ ...test, ctx: { ...test.ctx, outside: { ...test.ctx.outside, gateway } } }, tenantId);
}
