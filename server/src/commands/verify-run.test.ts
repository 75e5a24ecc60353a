import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { noteVerifyRun } from '../platform/sealed-log/verify-run.ts';
import { verify } from './verify.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** Runs what `npm run verify` runs. */
async function runVerify(by: string): Promise<void> {
  let broken = 0;
  const onVerdict = (places: number) => {
    broken = places;
  };
  await verify(test.ctx.ownerUrl, { say: () => {}, onVerdict });
  const client = new pg.Client({ connectionString: test.ctx.ownerUrl });
  await client.connect();
  try {
    await noteVerifyRun(client, { tookMs: 1_500, broken, by });
  } finally {
    await client.end();
  }
}

it('the desk shows the last run of verify, the last purchase and the standby', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance: 5_000n });
  const viewer = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const running = async () => (await give(test, viewer, 'running')).body.rows;
  const none = { state: 'none', at: '', count: 0, by: '' };
  expect(await running()).toEqual([
    { part: 'network', ...none },
    { part: 'verify', ...none },
    { part: 'replication', ...none },
  ]);
  await sendNetwork(test, 'authorisations', purchaseOf(card));
  await runVerify('night');
  const [network, verified] = (await running()) ?? [];
  expect(network).toMatchObject({ state: 'ok', at: expect.stringMatching(/^20\d\d-/) });
  expect(verified).toMatchObject({ state: 'ok', count: 0, by: 'night', at: expect.stringMatching(/^20\d\d-/) });
  // One entry whose balance is not what its sum says.
  await test.ctx.asOwner('UPDATE ledger_account SET balance = balance + 1 WHERE id = $1', [
    card.account.ledgerAccountId,
  ]);
  await runVerify('noon');
  const row = (await running())?.[1];
  expect(row).toMatchObject({ part: 'verify', state: 'broken', by: 'noon' });
  expect(Number(row?.['count'])).toBeGreaterThan(0);
});
