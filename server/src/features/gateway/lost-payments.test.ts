import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { payAtGateway } from '../../../test-support/outside/gateway.ts';
import { holdInstance } from '../../platform/backup/instance-hold.ts';

let test: TestApp;
let brand: TestBrand;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wattle-lost-'));
  test = await givenApp({ WATTLE_DATA: folder });
  brand = await givenBrand(test.ctx);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('lists payments at the gateway that the restored ledger lacks, while the instance is held', async () => {
  const [known, lost] = [randomUUID(), randomUUID()];
  const staff = await givenStaff(test.ctx, brand.tenantId);
  await test.ctx.asOwner(
    `INSERT INTO gateway_payment
       (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
     VALUES ($1, $2, $3, 'topup', '1', 5000, 'Open', $4, $4, now(), now())`,
    [known, brand.tenantId, brand.id, Buffer.alloc(32, 1)],
  );
  for (const id of [known, lost]) await payAtGateway(test, `${brand.tenantId}.${id}`);
  // One of another programme, and an unknown one.
  await payAtGateway(test, `${brand.tenantId + 1}.${randomUUID()}`);
  await payAtGateway(test, 'else');
  expect((await give(test, staff, 'lost-payments')).body.rows).toEqual([]);
  const nowMs = test.ctx.clocks.security.now();
  await holdInstance(test.ctx.ownerUrl, { nowMs, asOfMs: nowMs - 3_600_000 });
  expect((await give(test, staff, 'lost-payments')).body.rows).toEqual([
    { payment: lost, state: 'paid', charge: `ch.${brand.tenantId}.${lost}`, amount: '50.00', card: '•••• 1111' },
  ]);
  // A gateway without a list: no one can say that nothing is missing.
  const { sandboxGateway } = test.ctx.outside;
  if (!sandboxGateway) throw new Error('the sandbox has a gateway');
  const list = vi.spyOn(sandboxGateway, 'list').mockResolvedValue({ kind: 'refused', code: 'not_listed' });
  expect((await give(test, staff, 'lost-payments')).body.rows).toMatchObject([{ payment: '', state: 'notListed' }]);
  list.mockRestore();
});
