import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenBrand, givenCard, givenTenant } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { countPurchases } from './count-purchases.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function givenPlace() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance: 100_00n });
  const staff = await givenStaff(test.ctx, brand.tenantId);
  return {
    tenantId: brand.tenantId,
    buy: (amount: number, more: object = {}) =>
      sendNetwork(test, 'authorisations', purchaseOf(card, { amount, ...more })),
    rows: async (command: string) => (await give(test, staff, command)).body.rows,
  };
}
const counted = (tenantId: number) =>
  test.ctx.asOwner<{ hour: string; outcome: string; purchases: number }>(
    `SELECT to_char(hour AT TIME ZONE 'UTC', 'MM-DD HH24') AS hour, outcome, purchases FROM purchase_hour
      WHERE tenant_id = $1 AND purchases > 0 ORDER BY hour, outcome`,
    [tenantId],
  );

it('counts the purchases of today beside those of the days before', async () => {
  const { tenantId, buy, rows } = await givenPlace();
  // Two of four are declined in the days before.
  for (const [at, amounts] of [
    ['2026-11-16T01:30:00Z', [10_00, 99_00]],
    ['2026-11-17T01:30:00Z', [10_00, 99_00]],
  ] as const) {
    test.ctx.setBusinessTime(at);
    for (const amount of amounts) await buy(amount);
  }
  test.ctx.setBusinessTime('2026-11-19T23:30:00Z');
  // Four purchases say nothing about what is usual.
  expect(await rows('purchases-today')).toEqual([
    { day: '2026-11-20', purchases: 0, approved: '0.00', declined: '', usuallyDeclined: '' },
  ]);
  await sweep(test.ctx, countPurchases);
  // In Melbourne it is the 20th at 10:30, then at 12:10.
  for (const amount of [20_00, 5_00, 99_00]) await buy(amount);
  test.ctx.setBusinessTime('2026-11-20T01:10:00Z');
  await sweep(test.ctx, countPurchases);
  await buy(12_34);
  expect(await rows('purchases-today')).toEqual([
    { day: '2026-11-20', purchases: 4, approved: '37.34', declined: '25.0%', usuallyDeclined: '' },
  ]);
  expect(await counted(tenantId)).toEqual([
    { hour: '11-16 01', outcome: 'approved', purchases: 1 },
    { hour: '11-16 01', outcome: 'noFunds', purchases: 1 },
    { hour: '11-17 01', outcome: 'approved', purchases: 1 },
    { hour: '11-17 01', outcome: 'noFunds', purchases: 1 },
    { hour: '11-19 23', outcome: 'approved', purchases: 2 },
    { hour: '11-19 23', outcome: 'noFunds', purchases: 1 },
  ]);
});

it.each([
  [49, ''],
  [50, '2.0%'],
])('compares with the usual share from 50 purchases on: of %i it says "%s"', async (purchases, usuallyDeclined) => {
  const { tenantId, rows } = await givenPlace();
  test.ctx.setBusinessTime('2026-11-19T23:30:00Z');
  for (const [outcome, count] of [
    ['approved', purchases - 1],
    ['noFunds', 1],
  ] as const) {
    await test.ctx.asOwner(
      `INSERT INTO purchase_hour (tenant_id, hour, outcome, purchases, cents)
       VALUES ($1, '2026-11-17T01:00:00Z', $2, $3, 100), ($1, '2026-11-19T11:00:00Z', 'approved', 0, 0)
       ON CONFLICT DO NOTHING`,
      [tenantId, outcome, count],
    );
  }
  expect(await rows('purchases-today')).toMatchObject([{ usuallyDeclined }]);
});

it('counts an hour again when a purchase arrives late, and deletes hours after 36 days', async () => {
  const { tenantId, buy } = await givenPlace();
  test.ctx.setBusinessTime('2026-11-20T05:00:00Z');
  await buy(1_00, { at: '2026-11-20T03:20:00Z' });
  await sweep(test.ctx, countPurchases);
  await buy(1_00, { at: '2026-11-20T03:40:00Z' });
  await sweep(test.ctx, countPurchases);
  const hours = await counted(tenantId);
  expect(hours).toEqual([{ hour: '11-20 03', outcome: 'approved', purchases: 2 }]);
  test.ctx.setBusinessTime('2026-12-27T05:00:00Z');
  await sweep(test.ctx, countPurchases);
  expect(await counted(tenantId)).toEqual([]);
});
