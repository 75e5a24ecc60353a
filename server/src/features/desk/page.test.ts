import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct } from '../../../test-support/factories.ts';
import { givenUser } from '../../../test-support/signed-in.ts';
import { forcedDebit } from '../debts/public.ts';
import { pageOf } from './page.ts';

let test: TestApp;
let staff: TestStaff;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it.each([
  // Pages of 50 of a list of so many rows: the first and last that are shown.
  [120, 1, [1, 50], true],
  [120, 2, [51, 100], true],
  [120, 3, [101, 120], false],
  [100, 2, [51, 100], false],
  [50, 1, [1, 50], false],
  [50, 2, [undefined, undefined], false],
])('of %i rows page %i shows %j', async (count, page, ends, hasMore) => {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const paged = await pageOf(test.ctx, { page }, async (most) => all.slice(0, most));
  expect([[paged.shown[0], paged.shown.at(-1)], paged.hasMore]).toEqual([ends, hasMore]);
});

it('the desk reaches the newest of more debts than a page shows', async () => {
  const product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx) });
  const { tenantId } = product.brand;
  staff = await givenStaff(test.ctx, tenantId);
  const { card } = await givenUser(test.ctx, { brand: product.brand, product, balance: 0n });
  for (let n = 1; n <= 52; n += 1) {
    const input = { memberAccountId: card.account.id, amount: 1n, cause: 'cardTopUp', reference: `CH-${n}` } as const;
    await test.ctx.payments.submit({ tenantId, kind: forcedDebit, key: `debt ${n}`, actor: 'gateway', input });
  }
  const { body: first } = await give(test, staff, 'debts', { input: {} });
  expect([first.rows?.length, first.hasMore]).toEqual([50, true]);
  const { body: second } = await give(test, staff, 'debts', { input: { page: '2' } });
  expect([second.rows?.map(({ reference }) => reference), second.hasMore]).toEqual([['CH-51', 'CH-52'], false]);
  expect((await give(test, staff, 'debts', { input: { page: '0' } })).status).toBe(400);
});
