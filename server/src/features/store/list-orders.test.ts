import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { card, GIFT, givenPaidOrder, givenShop } from '../../../test-support/store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('finds the orders of a buyer by their email, which is shown masked, with what is left of each card', async () => {
  const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
  const { order } = await givenPaidOrder(test, shop, [
    card(shop, 'virtual', { Gift: GIFT, Amount: 50 }),
    card(shop, 'reloadable', { Amount: 30 }),
  ]);
  const staff = await givenStaff(test.ctx, shop.brand.tenantId);
  const look = async (command: string, input: Readonly<Record<string, string>>) =>
    (await give(test, staff, command, { input })).body.rows ?? [];
  const found = await look('orders', { email: order.Email.toUpperCase() });
  expect(found).toEqual([
    expect.objectContaining({ order: order.Number, state: 'Issued', cards: 2, gifts: 1, opened: 0, ended: 0 }),
  ]);
  expect(JSON.stringify(found)).not.toContain(order.Email);
  expect(await look('orders', {})).toEqual(found);
  expect(await look('orders', { email: 'another.buyer@example.com' })).toEqual([]);
  expect(await look('order', { order: order.Number ?? '' })).toMatchObject([
    { item: '1', gift: GIFT.RecipientName, opened: '', left: '50.00', ended: '' },
    { item: '2', gift: '', left: '30.00' },
  ]);
});

it('leaves out orders whose buyer was erased', async () => {
  const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
  const { OrderId, order } = await givenPaidOrder(test, shop, [card(shop, 'reloadable', { Amount: 30 })]);
  const staff = await givenStaff(test.ctx, shop.brand.tenantId);
  await test.ctx.asOwner('UPDATE store_order SET erased_at = now() WHERE public_id = $1', [OrderId]);
  expect((await give(test, staff, 'orders', { input: { email: order.Email } })).body.rows).toEqual([]);
});
