import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { card, GIFT, givenPaidOrder, givenShop, runStore } from '../../../test-support/store.ts';

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

it('narrows orders by state and time', async () => {
  const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
  const [old, opened, ended] = [
    await givenPaidOrder(test, shop, [card(shop, 'reloadable', { Amount: 30 })]),
    await givenPaidOrder(test, shop, [card(shop, 'virtual', { Gift: GIFT })]),
    await givenPaidOrder(test, shop, [card(shop, 'reloadable', { Amount: 30 })]),
  ];
  await test.ctx.asOwner("UPDATE store_order SET placed_at = placed_at - interval '8 days' WHERE public_id = $1", [
    old.OrderId,
  ]);
  const items = (set: string, { OrderId }: typeof old) =>
    test.ctx.asOwner(`UPDATE store_item i SET ${set} FROM store_order o WHERE o.id = i.order_id AND o.public_id = $1`, [
      OrderId,
    ]);
  await items('opened_at = now()', opened);
  await items("ended = 'refunded', unlock_at = NULL", ended);
  const staff = await givenStaff(test.ctx, shop.brand.tenantId);
  const found = async (input: Readonly<Record<string, string>>) =>
    ((await give(test, staff, 'orders', { input })).body.rows ?? []).map(({ order }) => order);
  const numbers = [ended, opened, old].map(({ order }) => order.Number);
  expect(await found({})).toEqual(numbers);
  expect(await found({ days: '7' })).toEqual(numbers.slice(0, 2));
  expect(await found({ state: 'Paid' })).toEqual([old.order.Number]);
  expect(await found({ state: 'Opened', days: '7' })).toEqual([opened.order.Number]);
  expect(await found({ state: 'Ended' })).toEqual([ended.order.Number]);
  expect(await found({ state: 'Refused' })).toEqual([]);
});

it('sends a gift whose mail came back to the right address, once two people agree, and ends the first link', async () => {
  const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
  const { order } = await givenPaidOrder(test, shop, [card(shop, 'virtual', { Gift: GIFT })]);
  await runStore(test);
  const { tenantId } = shop.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = { order: order.Number ?? '', item: '1', email: 'mia.park@example.com' };
  const item = async () => (await give(test, asker, 'order', { input: { order: input.order } })).body.rows?.[0];
  expect(await item()).toMatchObject({ cameBack: false });
  const mails = () =>
    test.ctx.asOwner<{ id: string }>(
      "SELECT id FROM outbox_message WHERE tenant_id = $1 AND template = 'giftCard' ORDER BY id",
      [tenantId],
    );
  await test.ctx.asOwner(
    `UPDATE outbox_message SET delivered_at = now(), undelivered_at = now(), undelivered_reason = 'badAddress',
            undelivered_for_good = true WHERE tenant_id = $1 AND template = 'giftCard'`,
    [tenantId],
  );
  expect(await item()).toMatchObject({ cameBack: true });
  expect(JSON.stringify(await item())).not.toContain(GIFT.Email);
  const same = { ...input, email: GIFT.Email };
  expect((await give(test, asker, 'correct-gift', { input: same, reason: 'typo' })).body.error).toBe('nothing_to_do');
  const { request } = (await give(test, asker, 'correct-gift', { input, reason: 'The buyer called' })).body;
  const own = await give(test, asker, 'approve', { input: { request: request?.id ?? '' } });
  expect(own.body.error).toBe('own_request');
  const before = await mails();
  expect((await give(test, manager, 'approve', { input: { request: request?.id ?? '' } })).status).toBe(200);
  expect(await mails()).toHaveLength(before.length + 1);
  expect(await item()).toMatchObject({ cameBack: false, opened: '' });
  const links = await test.ctx.asOwner<{ over: boolean }>(
    `SELECT l.over_at IS NOT NULL AS over FROM store_link l JOIN store_order o ON o.id = l.order_id
      WHERE o.number = $1 AND l.item_id IS NOT NULL ORDER BY l.id`,
    [input.order],
  );
  expect(links).toEqual([{ over: true }, { over: false }]);
  // The gift is opened meanwhile: no one else gets it.
  await test.ctx.asOwner(
    'UPDATE store_item i SET opened_at = now() FROM store_order o WHERE o.id = i.order_id AND o.number = $1',
    [input.order],
  );
  const late = { ...input, email: 'thief@example.com' };
  expect((await give(test, asker, 'correct-gift', { input: late, reason: 'again' })).body.error).toBe('nothing_to_do');
});
