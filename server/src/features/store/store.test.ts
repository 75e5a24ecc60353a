import type { CardSecrets, OrderedCard, OrderView } from '@wattle/contract/store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { openBrowser } from '../../../test-support/cookies.ts';
import { PLAIN_SETTINGS } from '../../../test-support/processes/plain-settings.ts';
import { type Opened, payByCard, runGateway } from '../../../test-support/outside/gateway.ts';
import {
  ADDRESS,
  BUYER,
  card,
  GIFT,
  givenPaidOrder,
  givenShop,
  runStore,
  type Shopper,
  shopper,
  type TestShop,
} from '../../../test-support/store.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';

let test: TestApp;
let shop: TestShop;
beforeAll(async () => {
  test = await givenApp();
  shop = await givenShop(test);
});
afterAll(() => test.close());

const cardsOf = (order: string) =>
  test.ctx.asOwner<{ status: string; balance: string; expiry: string }>(
    `SELECT c.status, l.balance::text, c.expiry FROM store_order o
     JOIN store_item i ON i.order_id = o.id JOIN card c ON c.id = i.card_id
     JOIN member_account a ON a.id = c.member_account_id JOIN ledger_account l ON l.id = a.ledger_account_id
     WHERE o.public_id = $1 ORDER BY c.id`,
    [order],
  );
/** All cards of the shop. */
const countCards = () => test.ctx.asOwner('SELECT count(*)::int FROM card WHERE brand_id = $1', [shop.brand.id]);

const place = (Items: readonly OrderedCard[], more = {}) =>
  shopper(test, shop).call('store/placeOrder', { ...BUYER, Items, ...more });
const pay = (at: Shopper, OrderId: string) => at.call<Opened>('store/payOrder', { OrderId });
const orderOf = (at: Shopper, OrderId: string) => at.call<OrderView>('store/getOrder', { OrderId });
const reveal = (at: Shopper, OrderId: string) =>
  at.call<{ Cards: CardSecrets[] }>('store/revealOrderCards', { OrderId });

describe('the catalogue', () => {
  it('shows the kinds, limits and rules of the brand', async () => {
    const answer = await test.app.inject({ url: `/api/store/catalogue?brand=${shop.brand.identifier}` });
    expect(answer.json()).toMatchObject({
      Fee: 5.95,
      MaximumCards: 5,
      MaximumTotal: 2500,
      MinimumAge: 18,
      ReloadableMinimumAge: 16,
      Products: [
        { Kind: 'virtual', MinimumAmount: 20, MaximumAmount: 500, ValidMonths: 36 },
        { Kind: 'singleload', MinimumAmount: 20, MaximumAmount: 500 },
        { Kind: 'reloadable', MinimumAmount: 20, MaximumAmount: 999 },
      ],
    });
  });

  it('is not found where the brand or its tenant has no store', async () => {
    const off = await givenShop(test, { settings: { Features: { ...PLAIN_SETTINGS.Features, store: false } } });
    const at = shopper(test, off);
    const body = { ...BUYER, Items: [card(off, 'virtual')], Token: 'x'.repeat(43), Code: '123456' };
    for (const path of [
      'store/placeOrder',
      'store/getCollection',
      'store/collect',
      'store/confirmCollected',
      'store/sendLinkAgain',
    ])
      expect(await at.call(path, body)).toMatchObject({ error: ['404'] });
    expect((await test.app.inject({ url: `/api/store/catalogue?brand=${off.brand.identifier}` })).statusCode).toBe(404);
    const held = await givenShop(test);
    await test.ctx.asOwner(`UPDATE tenant SET features = '{"store": false}' WHERE id = $1`, [held.brand.tenantId]);
    const answer = await test.app.inject({ url: `/api/store/catalogue?brand=${held.brand.identifier}` });
    expect(answer.json()).toMatchObject({ Products: [] });
  });
});

describe('a basket', () => {
  const times = (count: number, given = {}) => Array.from({ length: count }, () => card(shop, 'virtual', given));

  it.each([
    [5, { Amount: 20 }, {}],
    [6, { Amount: 20 }, { error: ['20071'], field: 'Items' }],
    [5, { Amount: 500 }, {}],
  ])('of %i cards (%o) is limited to five cards', async (count, given, expected) => {
    expect(await place(times(count, given))).toMatchObject(expected);
  });

  it('is rejected above 2,500.00', async () => {
    const big = [card(shop, 'reloadable', { Amount: 999 }), card(shop, 'reloadable', { Amount: 999 })];
    expect(await place([...big, card(shop, 'reloadable', { Amount: 502 })])).toMatchObject({
      OrderId: expect.any(String),
    });
    expect(await place([...big, card(shop, 'reloadable', { Amount: 502.01 })])).toMatchObject({
      error: ['20071'],
      field: 'Items',
    });
  });

  it.each([
    ['virtual', 19.99],
    ['virtual', 500.01],
    ['singleload', 500.01],
    ['reloadable', 999.01],
    ['virtual', 50.005],
  ] as const)('refuses a %s card of %d', async (kind, Amount) => {
    expect(await place([card(shop, kind, { Amount })])).toMatchObject({ error: ['20071'], field: 'Amount' });
  });

  // The tests begin on 20 November 2026 in Melbourne.
  it.each([
    ['2008-11-20', { OrderId: expect.any(String) }],
    ['2008-11-21', { error: ['20010'], field: 'DateOfBirth' }],
  ])('of somebody born on %s', async (DateOfBirth, expected) => {
    expect(await place(times(1), { DateOfBirth })).toMatchObject(expected);
  });

  it('rejects products that the store does not sell, plastic without an address, and a plastic gift for a later day', async () => {
    const other = await givenShop(test);
    expect(await place([card(other, 'virtual')])).toMatchObject({ error: ['10001'], field: 'ProductId' });
    expect(await place([card(shop, 'singleload', { Delivery: null })])).toMatchObject({
      error: ['20010'],
      field: 'Delivery',
    });
    const nowhere = { Name: 'Amelia Chen', Address: { ...ADDRESS, State: 'XX' } };
    expect(await place([card(shop, 'singleload', { Delivery: nowhere })])).toMatchObject({
      error: ['20010'],
      field: 'State',
    });
    const later = { ...GIFT, DeliverOn: '2026-12-24' as never };
    expect(await place([card(shop, 'singleload', { Gift: later })])).toMatchObject({
      error: ['20010'],
      field: 'DeliverOn',
    });
    expect(await place(times(1), { Email: 'nobody' })).toMatchObject({ error: ['20010'], field: 'Email' });
  });
});

describe('an order', () => {
  it('issues and loads a card of each kind to the cent when its charge is booked, and sends a mail', async () => {
    const items = [
      card(shop, 'virtual'),
      card(shop, 'singleload', { Amount: 30 }),
      card(shop, 'reloadable', { Amount: 200 }),
    ];
    const { OrderId, at, order } = await givenPaidOrder(test, shop, items);
    expect(order).toMatchObject({
      State: 'Issued',
      Payment: 'Paid',
      CardsTotal: 280,
      Fee: 5.95,
      Total: 285.95,
      PaidWith: '1111',
      Number: expect.stringMatching(/^\d{12,}$/),
      CollectionCode: expect.stringMatching(/^\d{6}$/),
      MayReveal: true,
    });
    const { Cards } = await reveal(at, OrderId);
    expect(Cards).toMatchObject([
      { Kind: 'virtual', CardNumber: expect.stringMatching(/^903600\d{10}$/), Cvv2: expect.stringMatching(/^\d{3}$/) },
      { Kind: 'singleload', CardNumber: null, Cvv2: null, AccessCode: null, ActivationCode: expect.any(String) },
      { Kind: 'reloadable', CardNumber: null, ActivationCode: expect.any(String) },
    ]);
    expect(await cardsOf(OrderId)).toMatchObject([
      { status: 'Active', balance: '5000' },
      { status: 'Ordered', balance: '3000' },
      { status: 'Ordered', balance: '20000' },
    ]);
    const mails = await runStore(test);
    const [receipt] = mails.filter(({ to }) => to === BUYER.Email);
    expect(receipt?.text).toContain('$285.95');
    for (const { CardNumber, Cvv2, AccessCode, ActivationCode } of Cards)
      for (const secret of [CardNumber, Cvv2 && `>${Cvv2}<`, AccessCode, ActivationCode, order.CollectionCode])
        if (secret) expect(receipt?.text).not.toContain(secret);
  });

  it('allows sign-in with the access code of its virtual card, and activation of its plastic', async () => {
    const items = [card(shop, 'virtual'), card(shop, 'singleload')];
    const { OrderId, at } = await givenPaidOrder(test, shop, items);
    const { Cards } = await reveal(at, OrderId);
    const [virtual, plastic] = Cards as [CardSecrets, CardSecrets];
    const { brand } = shop;
    const common = { brand: brand.identifier, tenantId: String(brand.tenantId), brandId: String(brand.id) };
    const signedIn = await at.browser.form('/api/token', {
      grant_type: 'card',
      ...common,
      cardnumber: virtual.CardNumber ?? '',
      accesscode: virtual.AccessCode ?? '',
    });
    expect(signedIn.statusCode).toBe(200);
    const [row] = await test.ctx.asOwner<{ pan: string }>(
      'SELECT d.name AS pan FROM card_delivery d JOIN card c ON c.id = d.card_id WHERE c.masked_number = $1',
      [plastic.MaskedCardNumber],
    );
    expect(row).toEqual({ pan: 'Amelia Chen' });
  });

  it('is paid once when its page is opened repeatedly', async () => {
    const { OrderId, at } = await givenPaidOrder(test, shop, [card(shop, 'virtual')]);
    const before = await countCards();
    expect(await pay(at, OrderId)).toMatchObject({ error: ['10001'] });
    const [first, again] = [await reveal(at, OrderId), await reveal(at, OrderId)];
    expect(again).toEqual(first);
    await runGateway(test);
    expect((await orderOf(at, OrderId)).Items).toHaveLength(1);
    expect(await cardsOf(OrderId)).toHaveLength(1);
    expect(await countCards()).toEqual(before);
  });

  it('shows nothing to another browser, and no secret once it is confirmed as saved or after 14 days', async () => {
    const { OrderId, at } = await givenPaidOrder(test, shop, [card(shop, 'virtual')]);
    const stranger = shopper(test, shop, openBrowser(test.app));
    for (const path of [
      'store/getOrder',
      'store/revealOrderCards',
      'store/confirmKept',
      'store/payOrder',
      'store/changeGift',
    ])
      expect(await stranger.call(path, { OrderId, ItemId: 1, Act: 'takeBack' })).toMatchObject({ error: ['404'] });
    test.ctx.advance(14 * 86_400_000 - 60_000);
    expect((await reveal(at, OrderId)).Cards).toHaveLength(1);
    test.ctx.advance(120_000);
    expect(await reveal(at, OrderId)).toMatchObject({ error: ['20062'] });
    expect(await at.call('store/sendLinkAgain', { OrderId })).toEqual({ IsSuccessful: true });
    expect((await reveal(at, OrderId)).Cards).toHaveLength(1);
    expect(await at.call('store/confirmKept', { OrderId })).toMatchObject({ MayReveal: false });
    expect(await reveal(at, OrderId)).toMatchObject({ error: ['20062'] });
  });

  it('can be paid again after a decline or a cancellation, and issues nothing in between', async () => {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    expect(await orderOf(at, OrderId)).toMatchObject({ State: 'Placed', Payment: 'None', CollectionCode: null });
    expect(await at.call('store/confirmKept', { OrderId })).toMatchObject({ error: ['20062'] });
    await payByCard(test, await pay(at, OrderId), 'declines');
    test.ctx.advance(5_000);
    await runGateway(test);
    expect(await orderOf(at, OrderId)).toMatchObject({ State: 'Placed', Payment: 'Waiting' });
    expect(await reveal(at, OrderId)).toMatchObject({ error: ['20062'] });
    const again = await pay(at, OrderId);
    // The first page is closed before the second is open, so only one can be paid.
    const ended = `SELECT state FROM gateway_payment WHERE purpose = 'order' AND id <> $1 ORDER BY made_at DESC LIMIT 1`;
    expect(await test.ctx.asOwner(ended, [again.Sid.split('.')[1]])).toEqual([{ state: 'Declined' }]);
    await payByCard(test, again, 'approves');
    test.ctx.advance(5_000);
    await runGateway(test);
    expect(await orderOf(at, OrderId)).toMatchObject({ State: 'Issued', Payment: 'Paid' });
  });

  it('cannot be paid again while the outcome of its payment is unknown', async () => {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    await payByCard(test, await pay(at, OrderId), 'isUnknown');
    expect(await orderOf(at, OrderId)).toMatchObject({
      State: 'Placed',
      Payment: expect.stringMatching(/Waiting|Unknown/),
    });
    expect(await pay(at, OrderId)).toMatchObject({ error: ['20310'] });
  });

  it('is refunded once automatically when it is paid and cannot be issued', async () => {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    const opened = await pay(at, OrderId);
    // The account that was opened for it is closed before the charge comes.
    await test.ctx.asOwner(
      `UPDATE ledger_account SET closed_at = now() WHERE id =
         (SELECT a.ledger_account_id FROM store_item i JOIN member_account a ON a.id = i.member_account_id
          JOIN store_order o ON o.id = i.order_id WHERE o.public_id = $1)`,
      [OrderId],
    );
    await payByCard(test, opened, 'approves');
    test.ctx.advance(5_000);
    await runGateway(test);
    expect(await orderOf(at, OrderId)).toMatchObject({ State: 'Refused' });
    const mails = await runStore(test);
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('We couldn’t complete'));
    const refunds = await test.ctx.asOwner(
      `SELECT r.amount::text FROM gateway_refund r JOIN gateway_charge c ON c.tenant_id = r.tenant_id AND c.id = r.charge_id
       JOIN gateway_payment p ON p.id = c.payment_id JOIN store_order o ON p.subject = o.id::text
       WHERE p.purpose = 'order' AND o.public_id = $1`,
      [OrderId],
    );
    expect(refunds).toEqual([{ amount: '5595' }]);
  });
});

describe('declined cards', () => {
  const HOUR_MS = 3_600_000;
  /**
   * Places an order and has a card declined for it repeatedly, or until the order is closed. Returns how many attempts
   * reached the gateway.
   */
  async function declined(times: number) {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    let reached = 0;
    for (let n = 0; n < times; n += 1) {
      const opened = await pay(at, OrderId);
      if (opened.error?.[0] === '429') break;
      reached += 1;
      await payByCard(test, opened, 'declines');
      await runGateway(test);
      await orderOf(at, OrderId);
    }
    return { at, OrderId, reached };
  }

  it('close an order after five, later orders with the same card after one, and the address after ten', async () => {
    test.ctx.advance(HOUR_MS);
    const first = await declined(30);
    const reached = [first.reached];
    // A later order is another basket, but its card and address are known by then.
    for (let order = 0; order < 6; order += 1) reached.push((await declined(30)).reached);
    expect(reached).toEqual([5, 1, 1, 1, 1, 1, 0]);
    // The block lasts an hour.
    test.ctx.advance(HOUR_MS);
    expect(await pay(first.at, first.OrderId)).toMatchObject({ url: '/payment-frame' });
  });
});

it('keeps the ledger consistent', async () => {
  // The clock was moved, so unsealed rows would count as late.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
