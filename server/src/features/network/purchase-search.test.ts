import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../test-support/factories.ts';
import { fillAll } from '../../../test-support/desk/filled-search.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { fillSearch } from '../desk/search/search-fill.store.ts';
import { PURCHASE_INVARIANTS } from './purchase-invariants.store.ts';
import { PURCHASE_SEARCH } from './purchase-search.store.ts';

const HOTEL = { name: 'Bay Hotel', country: 'AU', mcc: '7011' };

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** A purchase of 100.00 at a hotel, in a separate programme. */
async function given() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, balance: 500_00n });
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const purchase = purchaseOf(card, { amount: 100_00, merchant: HOTEL });
  expect((await sendNetwork(test, 'authorisations', purchase)).answer).toBe('00');
  const receipts = await test.ctx.asOwner<{ receipt: string }>(
    'SELECT receipt FROM authorisation WHERE tenant_id = $1',
    [brand.tenantId],
  );
  const receipt = receipts[0]?.receipt ?? '';
  return {
    tenantId: brand.tenantId,
    add: (amount: number) =>
      sendNetwork(test, 'authorisations', {
        ...purchase,
        reference: freshReference(),
        original: purchase.reference,
        amount,
      }),
    /** How each search found the person. */
    found: async (amounts: readonly string[]) => {
      const texts = [receipt, ...amounts.map((amount) => `bay hotel ${amount}`)];
      const answers = await Promise.all(texts.map((text) => give(test, staff, 'search', { input: { text } })));
      return answers.map(({ body }) => body.rows?.map((row) => row['by']));
    },
    fill: () => fillAll(test.ctx, brand.tenantId, PURCHASE_SEARCH, 2),
    amounts: async () =>
      (
        await test.ctx.asOwner<{ amount: string }>(
          'SELECT amount FROM purchase_search WHERE tenant_id = $1 ORDER BY amount',
          [brand.tenantId],
        )
      ).map(({ amount }) => Number(amount)),
  };
}

it('finds a purchase before and after it is filled, by its receipt and by what it came to last', async () => {
  const { add, found, fill, amounts } = await given();
  expect(await found(['100.00', '130.00'])).toEqual([['receipt'], ['purchase'], []]);
  await fill();
  expect(await amounts()).toEqual([100_00]);
  expect(await found(['100.00', '130.00'])).toEqual([['receipt'], ['purchase'], []]);
  expect((await add(30_00)).answer).toBe('00');
  expect(await found(['100.00', '130.00'])).toEqual([['receipt'], [], ['purchase']]);
  await fill();
  expect(await amounts()).toEqual([100_00, 130_00]);
  expect(await found(['100.00', '130.00'])).toEqual([['receipt'], [], ['purchase']]);
});

it('finds a purchase once that was incremented before it was filled', async () => {
  const { add, found, fill, amounts } = await given();
  expect((await add(25_00)).answer).toBe('00');
  await fill();
  expect(await amounts()).toEqual([125_00]);
  expect(await found(['125.00', '100.00'])).toEqual([['receipt'], ['purchase'], []]);
});

it('passes over the purchases of others at once in a programme that has none', async () => {
  await given();
  const { id } = await givenTenant(test.ctx);
  const filled = () =>
    test.ctx.asOwner<{ is_done: boolean }>(
      'SELECT filled_to = noted_to AND filled_to > 0 AS is_done FROM search_fill WHERE tenant_id = $1',
      [id],
    );
  await expect
    .poll(
      async () => {
        await fillSearch(test.ctx, id, PURCHASE_SEARCH, 1);
        return filled();
      },
      { timeout: 20_000 },
    )
    .toEqual([{ is_done: true }]);
});

it('is verified: a purchase that is not found by what it came to', async () => {
  const { fill, tenantId } = await given();
  await fill();
  const rule = PURCHASE_INVARIANTS.find(({ name }) => name === 'purchase-search');
  const broken = async () => (await test.ctx.asOwner<{ detail: string }>(rule?.broken ?? '')).map((row) => row.detail);
  expect(await broken()).toEqual([]);
  await test.ctx.asOwner('DELETE FROM purchase_search WHERE tenant_id = $1', [tenantId]);
  expect(await broken()).toEqual(['purchase of 10000 is not found']);
});
