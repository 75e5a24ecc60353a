import type { CardSecrets, OrderedCard } from '@wattle/contract/store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { openBrowser } from '../../../test-support/cookies.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { payByCard, runGateway, sendNotice } from '../../../test-support/outside/gateway.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import {
  card,
  GIFT,
  givenPaidOrder,
  givenShop,
  linkIn,
  runStore,
  shopper,
  type TestShop,
} from '../../../test-support/store.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';

const DAY_MS = 86_400_000;
const ledger = openLedger();

let test: TestApp;
let shop: TestShop;
let asker: TestStaff;
let manager: TestStaff;
beforeAll(async () => {
  test = await givenApp();
  shop = await givenShop(test);
  // Sessions of staff are short, and the clock is moved.
  await renewStaff();
});
afterAll(() => test.close());

async function renewStaff(): Promise<void> {
  asker = await givenStaff(test.ctx, shop.brand.tenantId, { role: 'agent' });
  manager = await givenStaff(test.ctx, shop.brand.tenantId);
}

type CardRow = { status: string; balance: string; account: bigint; itemEnded: string | null };
const cardsOf = (OrderId: string) =>
  test.ctx.asOwner<CardRow>(
    `SELECT c.status, l.balance::text, l.id AS account, i.ended AS "itemEnded"
     FROM store_order o JOIN store_item i ON i.order_id = o.id
     JOIN card c ON c.id = i.card_id JOIN member_account a ON a.id = i.member_account_id
     JOIN ledger_account l ON l.id = a.ledger_account_id WHERE o.public_id = $1 ORDER BY i.position`,
    [OrderId],
  );
const refundsOf = async (OrderId: string) =>
  (
    await test.ctx.asOwner<{ amount: string }>(
      `SELECT r.amount::text FROM gateway_refund r
       JOIN store_order o ON o.tenant_id = r.tenant_id AND o.charge_id = r.charge_id
       WHERE o.public_id = $1 ORDER BY r.asked_at, r.key`,
      [OrderId],
    )
  ).map(({ amount }) => amount);

async function settlement(kind: 'gateway' | 'losses'): Promise<bigint> {
  const { tenantId } = shop.brand;
  return test.ctx.database.read(tenantId, async (tx) => {
    const id = await ledger.settlementAccount(tx, tenantId, kind);
    return (await ledger.balance(tx, tenantId, id))?.balance ?? 0n;
  });
}

/** A purchase with a card of an order by its place, or money loaded onto it in another way. */
async function move(OrderId: string, place: number, amount: bigint): Promise<void> {
  const account = BigInt((await cardsOf(OrderId))[place - 1]?.account ?? 0n);
  await post(account, `moved:${OrderId}:${place}:${amount}`, amount);
}

/** Above zero, money leaves the account. */
async function post(account: bigint, key: string, amount: bigint): Promise<void> {
  const { tenantId } = shop.brand;
  await test.ctx.database.transact(tenantId, async (tx) => {
    const scheme = await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
    const at = test.ctx.clocks.business.now();
    const posted = await ledger.post(tx, {
      tenantId,
      key,
      debit: amount > 0n ? account : scheme,
      credit: amount > 0n ? scheme : account,
      amount: amount > 0n ? amount : -amount,
      code: TRANSFER_CODE.purchase,
      effectiveAt: at,
      postedAt: at,
    });
    expect(posted.ok).toBe(true);
  });
}

/** The bank of the card that paid takes the charge back, and the gateway says so. */
async function chargeBack(OrderId: string, times = 1): Promise<void> {
  const [row] = await test.ctx.asOwner<{ charge: string }>(
    'SELECT charge_id AS charge FROM store_order WHERE public_id = $1',
    [OrderId],
  );
  for (let n = 0; n < times; n += 1) {
    const data = { reference: row?.charge.replace(/^ch\./, ''), chargeId: row?.charge };
    await sendNotice(test, `dispute-${row?.charge}-${n}`, 'charge.disputed', data);
    await runGateway(test);
  }
}

const virtual = (amount: number, given: Partial<OrderedCard> = {}) =>
  card(shop, 'virtual', { Amount: amount, ...given });

describe('a chargeback of an order', () => {
  it('closes its cards, debits the rest of the money that they were bought with, and leaves the loss to the programme', async () => {
    const { OrderId } = await givenPaidOrder(test, shop, [virtual(50), card(shop, 'reloadable', { Amount: 200 })]);
    await move(OrderId, 1, 20_00n);
    // 30.00 that someone else has loaded since do not belong to the buyer.
    await move(OrderId, 2, -30_00n);
    const [gateway, losses] = [await settlement('gateway'), await settlement('losses')];
    await chargeBack(OrderId, 2);
    expect(await cardsOf(OrderId)).toMatchObject([
      { status: 'Closed', balance: '0', itemEnded: 'chargedBack' },
      { status: 'Closed', balance: '3000', itemEnded: 'chargedBack' },
    ]);
    // 50.00 + 200.00 + the fee of 5.95 go to the gateway: 230.00 from the cards, 25.95 from the programme, once.
    expect((await settlement('gateway')) - gateway).toBe(255_95n);
    expect((await settlement('losses')) - losses).toBe(-25_95n);
    expect(await refundsOf(OrderId)).toEqual([]);
  });

  it('makes no debt, and its cards can no longer be refunded, reversed or shown', async () => {
    const { OrderId, at } = await givenPaidOrder(test, shop, [virtual(50), virtual(40, { Gift: GIFT })]);
    const mails = await runStore(test);
    const token = linkIn(mails.findLast(({ to }) => to === GIFT.Email)?.text);
    const { CollectionCode } = await at.order(OrderId);
    await chargeBack(OrderId);
    const debts = await test.ctx.asOwner(
      `SELECT d.id FROM debt d JOIN store_item i ON i.member_account_id = d.member_account_id
       JOIN store_order o ON o.id = i.order_id WHERE o.public_id = $1`,
      [OrderId],
    );
    expect(debts).toEqual([]);
    expect(await at.order(OrderId)).toMatchObject({
      Payment: 'Refunded',
      MayReveal: false,
      Items: [{ State: 'Refunded' }, { State: 'Refunded' }],
    });
    expect(await at.reveal(OrderId)).toMatchObject({ error: ['20062'] });
    expect(await at.call('store/changeGift', { OrderId, ItemId: 2, Act: 'takeBack' })).toMatchObject({
      error: ['10001'],
    });
    const recipient = shopper(test, shop, openBrowser(test.app));
    expect(await recipient.call('store/collect', { Token: token, Code: CollectionCode ?? '' })).toMatchObject({
      error: ['20062'],
    });
    const order = (await at.order(OrderId)).Number ?? '';
    expect((await give(test, asker, 'refund-order', { input: { order }, reason: 'asks' })).body.error).toBe(
      'nothing_to_do',
    );
  });

  it('debits only the fee of a gift that was already refunded', async () => {
    const { OrderId, at } = await givenPaidOrder(test, shop, [virtual(50, { Gift: GIFT })]);
    await at.call('store/changeGift', { OrderId, ItemId: 1, Act: 'takeBack' });
    const losses = await settlement('losses');
    await chargeBack(OrderId);
    expect((await settlement('losses')) - losses).toBe(-5_95n);
  });

  it('is listed at the desk, the newest first', async () => {
    const { OrderId, order } = await givenPaidOrder(test, shop, [virtual(70)]);
    await chargeBack(OrderId);
    const [first] = (await give(test, asker, 'chargebacks')).body.rows ?? [];
    expect(first).toMatchObject({
      paid: `order ${order.Number}`,
      amount: '75.95',
      card: 'ends 1111',
      refundedBefore: false,
    });
  });
});

describe('an order refunded by the desk', () => {
  const refund = async (input: Readonly<Record<string, string>>) => {
    const asked = await give(test, asker, 'refund-order', { input, reason: 'damaged envelope' });
    if (asked.body.error !== undefined) return asked.body;
    return (await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } })).body;
  };

  it('refunds the remainder on each card, closes the cards and keeps the fee', async () => {
    const { OrderId, order } = await givenPaidOrder(test, shop, [virtual(50), virtual(30)]);
    await move(OrderId, 1, 12_30n);
    expect((await refund({ order: order.Number ?? '' })).rows).toMatchObject([
      { item: '1', refunded: '37.70' },
      { item: '2', refunded: '30.00' },
    ]);
    expect(await cardsOf(OrderId)).toMatchObject([
      { status: 'Closed', balance: '0' },
      { status: 'Closed', balance: '0' },
    ]);
    expect((await refundsOf(OrderId)).toSorted()).toEqual(['3000', '3770']);
  });

  it('refunds several cards of an order by their places, and leaves the others', async () => {
    const { OrderId, order } = await givenPaidOrder(test, shop, [virtual(50), virtual(30), virtual(20)]);
    const of = { order: order.Number ?? '' };
    // A place that the order does not have is not passed over.
    expect(await refund({ ...of, item: '1,4' })).toMatchObject({ error: 'not_found', field: 'order' });
    expect(await refund({ ...of, item: '1,2', amount: '5.00' })).toMatchObject({
      error: 'input_invalid',
      field: 'item',
    });
    expect((await refund({ ...of, item: '1, 3' })).rows).toMatchObject([
      { item: '1', refunded: '50.00' },
      { item: '3', refunded: '20.00' },
    ]);
    expect(await cardsOf(OrderId)).toMatchObject([
      { status: 'Closed', balance: '0' },
      { status: 'Active', balance: '3000' },
      { status: 'Closed', balance: '0' },
    ]);
    expect((await refundsOf(OrderId)).toSorted()).toEqual(['2000', '5000']);
    // What is refunded is not refunded a second time.
    expect(await refund({ ...of, item: '1' })).toMatchObject({ error: 'nothing_to_do' });
  });

  it('refunds an amount of one card, which stays open, up to the price it was bought with', async () => {
    const { OrderId, order } = await givenPaidOrder(test, shop, [virtual(50), virtual(30)]);
    const of = { order: order.Number ?? '' };
    expect(await refund({ ...of, amount: '10.00' })).toMatchObject({ error: 'input_invalid', field: 'item' });
    expect(await refund({ ...of, item: '1', amount: '50.01' })).toMatchObject({ error: 'insufficient_funds' });
    expect((await refund({ ...of, item: '1', amount: '10.05' })).rows).toMatchObject([
      { item: '1', refunded: '10.05' },
    ]);
    expect(await cardsOf(OrderId)).toMatchObject([{ status: 'Active', balance: '3995' }, { balance: '3000' }]);
    // 100.00 are loaded in another way. Of the 50.00 that were bought, 39.95 can still be refunded.
    await move(OrderId, 1, -100_00n);
    expect(await refund({ ...of, item: '1', amount: '39.96' })).toMatchObject({ error: 'insufficient_funds' });
    expect((await refund({ ...of, item: '1' })).rows).toMatchObject([{ item: '1', refunded: '39.95' }]);
    expect(await cardsOf(OrderId)).toMatchObject([{ status: 'Closed', balance: '10000' }, { status: 'Active' }]);
    expect((await refundsOf(OrderId)).toSorted()).toEqual(['1005', '3995']);
  });

  it('is rejected for an amount that was spent in the meantime', async () => {
    const { OrderId, order } = await givenPaidOrder(test, shop, [virtual(50)]);
    const input = { order: order.Number ?? '', amount: '40.00' };
    const asked = await give(test, asker, 'refund-order', { input, reason: 'damaged envelope' });
    await move(OrderId, 1, 20_00n);
    const answer = await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
    expect(answer.body).toMatchObject({ error: 'insufficient_funds', field: 'amount' });
    expect(await refundsOf(OrderId)).toEqual([]);
    expect(await cardsOf(OrderId)).toMatchObject([{ status: 'Active', balance: '3000' }]);
  });
});

describe('a plastic card of an order', () => {
  it('is dispatched by the desk and activated with the code of the order page', async () => {
    const { OrderId, at } = await givenPaidOrder(test, shop, [card(shop, 'singleload')]);
    const { Cards } = await at.reveal(OrderId);
    const [{ MaskedCardNumber, ActivationCode }] = Cards as [CardSecrets];
    const [row] = await test.ctx.asOwner<{ id: bigint; pan_cipher: Buffer; pan_key_version: number }>(
      'SELECT id, pan_cipher, pan_key_version FROM card WHERE masked_number = $1 AND brand_id = $2',
      [MaskedCardNumber, shop.brand.id],
    );
    if (!row) throw new Error('an order has a card');
    const input = { card: `card:${row.id}`, state: 'dispatched' };
    expect((await give(test, asker, 'mark-card', { input, reason: 'left today' })).body.error).toBeUndefined();
    const sql = 'SELECT status, dispatched_at IS NOT NULL AS sent FROM card WHERE id = $1';
    expect(await test.ctx.asOwner(sql, [row.id])).toEqual([{ status: 'Ordered', sent: true }]);

    const { identifier, tenantId, id } = shop.brand;
    const begin = (activationCode: string) =>
      at.browser.form('/api/token', {
        grant_type: 'verifyactivation',
        brand: identifier,
        tenantId: String(tenantId),
        brandId: String(id),
        cardNumber: test.ctx.secrets.decrypt(row.pan_cipher, row.pan_key_version, 'pan', row.id),
        activationCode,
      });
    expect((await begin(ActivationCode === '000000' ? '111111' : '000000')).json()).toMatchObject({ error: ['20051'] });
    expect((await begin(ActivationCode ?? '')).statusCode).toBe(200);
  });
});

describe('the receipt of an order', () => {
  const receipt = (at: ReturnType<typeof shopper>, OrderId: string) =>
    at.call<{ FileName: string; Content: string }>('store/getOrderReceipt', { OrderId, Language: 'enAU' });

  it('is a PDF for the browser that bought only', async () => {
    const { OrderId, at, order } = await givenPaidOrder(test, shop, [virtual(50)]);
    const { FileName, Content } = await receipt(at, OrderId);
    expect(FileName).toBe(`order-${order.Number}.pdf`);
    expect(Buffer.from(Content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(await receipt(shopper(test, shop, openBrowser(test.app)), OrderId)).toMatchObject({ error: ['404'] });
  });

  it('is available once the order is paid', async () => {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([virtual(50)]);
    expect(await receipt(at, OrderId)).toMatchObject({ error: ['404'] });
  });
});

describe('the buyer of an order', () => {
  const wordsOf = async (OrderId: string) => {
    const [row] = await test.ctx.asOwner<{ state: string; words: string }>(
      `SELECT o.state, concat(o.email, i.recipient_name, i.recipient_email, i.sender_name, i.message, i.delivery::text,
              d.name, d.address::text) AS words
       FROM store_order o JOIN store_item i ON i.order_id = o.id LEFT JOIN card_delivery d ON d.card_id = i.card_id
       WHERE o.public_id = $1`,
      [OrderId],
    );
    return row;
  };
  const gift = () => card(shop, 'singleload', { Gift: GIFT });

  it('is erased 30 days after an unpaid order, and a later charge is refunded', async () => {
    const at = shopper(test, shop);
    const { OrderId } = await at.place([gift()]);
    test.ctx.advance(30 * DAY_MS - 60_000);
    await runStore(test);
    expect((await wordsOf(OrderId))?.words).toContain('Amelia Chen');
    const opened = await at.pay(OrderId);
    await payByCard(test, opened, 'isUnknown');
    test.ctx.advance(120_000);
    await runStore(test);
    // A payment is in flight.
    expect((await wordsOf(OrderId))?.words).toContain('Amelia Chen');
    await test.ctx.asOwner(
      `UPDATE gateway_payment SET state = 'Expired', ended_at = now() WHERE purpose = 'order' AND state <> 'Paid'`,
    );
    await runStore(test);
    expect(await wordsOf(OrderId)).toEqual({ state: 'Dropped', words: '' });
    expect(await at.order(OrderId)).toMatchObject({ error: ['404'] });

    test.ctx.advance(11 * 60_000);
    await runGateway(test);
    const refunds = await test.ctx.asOwner<{ amount: string }>(
      `SELECT r.amount::text FROM gateway_refund r JOIN gateway_charge c ON c.id = r.charge_id
       JOIN gateway_payment p ON p.id = c.payment_id JOIN store_order o ON o.id::text = p.subject
       WHERE o.public_id = $1`,
      [OrderId],
    );
    expect(refunds).toEqual([{ amount: '5595' }]);
    expect((await wordsOf(OrderId))?.state).toBe('Dropped');
  });

  it('leaves no account without a card open unless it received money', async () => {
    const at = shopper(test, shop);
    const accountsOf = (OrderId: string) =>
      test.ctx.asOwner<{ ledger: boolean; member: boolean; account: bigint }>(
        `SELECT l.closed_at IS NOT NULL AS ledger, a.is_closed AS member, l.id AS account
         FROM store_order o JOIN store_item i ON i.order_id = o.id JOIN member_account a ON a.id = i.member_account_id
         JOIN ledger_account l ON l.id = a.ledger_account_id WHERE o.public_id = $1 ORDER BY i.position`,
        [OrderId],
      );
    const { OrderId } = await at.place([gift(), gift()]);
    await at.pay(OrderId);
    await test.ctx.asOwner(
      `UPDATE gateway_payment SET state = 'Expired', ended_at = now() WHERE purpose = 'order' AND state <> 'Paid'`,
    );
    const [, second] = await accountsOf(OrderId);
    await post(BigInt(second?.account ?? 0n), `deposit:${OrderId}`, -5_00n);
    test.ctx.advance(31 * DAY_MS);
    await runStore(test);
    expect(await accountsOf(OrderId)).toMatchObject([
      { ledger: true, member: true },
      { ledger: false, member: false },
    ]);
  });

  it('is erased from a paid order when every link has expired, and cards and money stay', async () => {
    const { OrderId } = await givenPaidOrder(test, shop, [gift()]);
    test.ctx.advance(400 * DAY_MS - 60_000);
    await runStore(test);
    expect((await wordsOf(OrderId))?.words).toContain('mia.torres@example.com');
    test.ctx.advance(120_000);
    await runStore(test);
    expect(await wordsOf(OrderId)).toMatchObject({ state: 'Issued', words: '{}' });
    expect(await cardsOf(OrderId)).toMatchObject([{ balance: '5000' }]);
  });
});

it('keeps the ledger consistent', async () => {
  // The clock was moved, so unsealed rows would count as late.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
