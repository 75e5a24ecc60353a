import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant, type TestCard } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { DECLINES } from './declines.store.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const rowsFor = async (tenantId: number, input: Readonly<Record<string, string>> = {}) =>
  (await give(test, await givenStaff(test.ctx, tenantId), 'declines', { input })).body.rows;
const buys = async (card: TestCard, amount: number) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card, { amount }))).answer;

it('counts the declines of the last hours by reason beside the average of the day before', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance: 1_000n });
  const stranger = await givenCard(test.ctx, { balance: 1_000n });
  expect(await buys(card, 5_000)).toBe('51');
  test.ctx.advance(2 * HOUR_MS);
  expect([await buys(card, 5_000), await buys(card, 6_000), await buys(card, 500)]).toEqual(['51', '51', '00']);
  expect(await buys(stranger, 5_000)).toBe('51');
  // One decline in the 24 hours before the last one is 1/24 an hour, which is 0.0 with one digit.
  expect(await rowsFor(brand.tenantId)).toEqual([
    { reason: expect.any(String), count: 2, usual: 0, amount: '110.00', latest: expect.any(String) },
  ]);
  expect(await rowsFor(brand.tenantId, { hours: '24' })).toMatchObject([{ count: 3, amount: '160.00' }]);
});

it('says nothing where no purchase was declined', async () => {
  expect(await rowsFor((await givenTenant(test.ctx)).id)).toEqual([]);
});

it('reads the declines from their own index, under the row security of the tenant', async () => {
  const { id } = await givenTenant(test.ctx);
  const hour = '2026-11-20T02:00:00Z';
  const plan = await test.ctx.database.transact(id, async (tx) => {
    // The planner would read a table of a few rows from its beginning.
    await tx.run('SET LOCAL enable_seqscan = off');
    return tx.query(`EXPLAIN ${DECLINES}`, [id, hour, hour, 1]);
  });
  expect(JSON.stringify(plan)).toContain('authorisation_declines');
});
