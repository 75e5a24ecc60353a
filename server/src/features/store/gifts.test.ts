import type { CardSecrets, OrderedCard } from '@wattle/contract/store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { openBrowser } from '../../../test-support/cookies.ts';
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
import { openLedger } from '../../ledger/open-ledger.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let shop: TestShop;
beforeAll(async () => {
  test = await givenApp();
  shop = await givenShop(test);
});
afterAll(() => test.close());

type Collected = { OrderId: string | null; Cards: CardSecrets[]; error?: string[] };

/** A paid order of one gift, and the person who gets its link. */
async function givenGift(
  gift: Partial<typeof GIFT & { DeliverOn: string | null }> = {},
  given: Partial<OrderedCard> = {},
) {
  const paid = await givenPaidOrder(test, shop, [card(shop, 'virtual', { ...given, Gift: { ...GIFT, ...gift } })]);
  const recipient = shopper(test, shop, openBrowser(test.app));
  const mails = await runStore(test);
  return {
    ...paid,
    code: paid.order.CollectionCode ?? '',
    mails,
    token: linkIn(mails.findLast(({ to }) => to === GIFT.Email)?.text),
    recipient,
    collect: (Token: string, Code: string) => recipient.call<Collected>('store/collect', { Token, Code }),
  };
}

async function rowOf(OrderId: string) {
  const [row] = await test.ctx.asOwner<{ status: string; balance: string; expiry: string; account: bigint }>(
    `SELECT c.status, l.balance::text, c.expiry, l.id AS account FROM store_order o JOIN store_item i ON i.order_id = o.id
     JOIN card c ON c.id = i.card_id JOIN member_account a ON a.id = i.member_account_id
     JOIN ledger_account l ON l.id = a.ledger_account_id WHERE o.public_id = $1`,
    [OrderId],
  );
  if (!row) throw new Error('an order has a card');
  return row;
}

const refundsOf = (OrderId: string) =>
  test.ctx.asOwner<{ amount: string; reason: string }>(
    `SELECT r.amount::text, r.reason FROM gateway_refund r
     JOIN store_order o ON o.tenant_id = r.tenant_id AND o.charge_id = r.charge_id WHERE o.public_id = $1`,
    [OrderId],
  );

/** Spends on the account of an order's card, as a purchase does. */
async function spend(OrderId: string, amount: bigint): Promise<void> {
  const { tenantId } = shop.brand;
  const ledger = openLedger();
  await test.ctx.database.transact(tenantId, async (tx) => {
    const posted = await ledger.post(tx, {
      tenantId,
      key: `spent:${OrderId}`,
      debit: BigInt((await rowOf(OrderId)).account),
      credit: await ledger.settlementAccount(tx, tenantId, 'schemeSettlement'),
      amount,
      code: TRANSFER_CODE.purchase,
      effectiveAt: test.ctx.clocks.business.now(),
      postedAt: test.ctx.clocks.business.now(),
    });
    if (!posted.ok) throw new Error(posted.refusal);
  });
}

describe('a gift', () => {
  it('reaches its recipient by a link and shows its buyer no secret', async () => {
    const { at, OrderId, order, mails, token, code, collect, recipient } = await givenGift();
    expect(order).toMatchObject({ MayReveal: false, Items: [{ State: 'Sent', Gift: { RecipientName: 'Mia' } }] });
    expect(await at.reveal(OrderId)).toMatchObject({ error: ['20062'] });
    const mail = mails.find(({ to }) => to === GIFT.Email);
    expect(mail?.subject).toBe('Amelia has sent you a card');
    expect(mail?.text).toContain('“Happy birthday”');
    // 14 days from 20 November.
    expect(mail?.text).toContain('There’s $50.00 on it. Open it by Friday 4 December:');
    expect(mail?.text).not.toContain(code);
    expect(await recipient.call('store/getCollection', { Token: token })).toEqual({
      Leads: 'gift',
      Gift: {
        RecipientName: 'Mia',
        SenderName: 'Amelia',
        Message: 'Happy birthday',
        Amount: 50,
        Kind: 'virtual',
        ProductName: expect.any(String),
        Scheme: expect.any(String),
        Art: null,
        IsDarkArt: expect.any(Boolean),
        OpenBy: expect.stringMatching(/^2026-12-04/),
      },
      CancelledBy: null,
    });
    const first = await collect(token, code);
    expect(first).toMatchObject({ OrderId: null, Cards: [{ CardNumber: expect.stringMatching(/^\d{16}$/) }] });
    expect(await at.order(OrderId)).toMatchObject({ Items: [{ State: 'Opened' }] });
    // Until it is confirmed as kept, the link shows it again to anybody with the code.
    expect(await collect(token, code)).toEqual(first);
    expect(await recipient.call('store/confirmCollected', { Token: token, Code: code })).toEqual({
      IsSuccessful: true,
    });
    expect(await collect(token, code)).toMatchObject({ error: ['20062'] });
    expect(await recipient.call('store/getCollection', { Token: token })).toMatchObject({ error: ['20062'] });
  });

  it.each(['Look at evil.example/pay', 'https://evil.example', 'Call 0400 111 222 now', 'me@evil.example'])(
    'keeps words that lead elsewhere behind the link: %s',
    async (Message) => {
      const { mails, token, recipient } = await givenGift({ Message });
      const mail = mails.find(({ to }) => to === GIFT.Email);
      expect(mail?.text).not.toContain(Message);
      expect(await recipient.call('store/getCollection', { Token: token })).toMatchObject({ Gift: { Message } });
    },
  );

  it('is not opened or used up by robots that follow and submit the link', async () => {
    const { token, code, collect } = await givenGift();
    const page = `/${shop.brand.identifier}/store/collect/${token}`;
    for (const method of ['HEAD', 'GET', 'POST'] as const) await test.app.inject({ method, url: page });
    const robot = shopper(test, shop, openBrowser(test.app));
    for (let n = 0; n < 10; n += 1) {
      await robot.call('store/getCollection', { Token: token });
      expect(await robot.call('store/collect', { Token: token })).toMatchObject({ error: ['20010'] });
      expect(await robot.call('store/confirmCollected', { Token: token })).toMatchObject({ error: ['20010'] });
    }
    expect((await collect(token, code)).Cards).toHaveLength(1);
  });

  it('closes its link after five wrong codes and sends the recipient a new one', async () => {
    const { token, code, collect, recipient } = await givenGift();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n += 1) expect(await collect(token, wrong)).toMatchObject({ error: ['20052'] });
    expect(await collect(token, code)).toMatchObject({ error: ['20062'] });
    expect(await recipient.call('store/confirmCollected', { Token: token, Code: code })).toMatchObject({
      error: ['20062'],
    });
    expect(await recipient.call('store/sendLinkAgain', { Token: token })).toEqual({ IsSuccessful: true });
    const mails = await runStore(test);
    const next = linkIn(mails.findLast(({ to }) => to === GIFT.Email)?.text);
    expect(next).not.toBe(token);
    expect((await collect(next, code)).Cards).toHaveLength(1);
  });

  it('has a link that is valid for 14 days, and rejects unknown links', async () => {
    const { token, code, collect, recipient } = await givenGift();
    test.ctx.advance(14 * DAY_MS + 1_000);
    expect(await collect(token, code)).toMatchObject({ error: ['20062'] });
    const unknown = 'x'.repeat(43);
    expect(await collect(unknown, code)).toMatchObject({ error: ['20060'] });
    expect(await recipient.call('store/confirmCollected', { Token: unknown, Code: code })).toMatchObject({
      error: ['20060'],
    });
    expect(await recipient.call('store/getCollection', { Token: unknown })).toMatchObject({ error: ['20060'] });
    expect(await recipient.call('store/sendLinkAgain', { Token: unknown })).toEqual({ IsSuccessful: true });
    const other = shopper(test, await givenShop(test), openBrowser(test.app));
    expect(await other.call('store/collect', { Token: token, Code: code })).toMatchObject({ error: ['20060'] });
  });

  it('can be sent again by its buyer five times a day, which ends the previous link', async () => {
    const { at, OrderId, token, collect, code } = await givenGift();
    const again = () => at.call('store/changeGift', { OrderId, ItemId: 1, Act: 'sendAgain' });
    expect(await again()).toMatchObject({ Items: [{ State: 'Sent' }] });
    expect(await collect(token, code)).toMatchObject({ error: ['20062'] });
    for (let n = 0; n < 3; n += 1) expect(await again()).not.toHaveProperty('error');
    expect(await again()).toMatchObject({ error: ['429'] });
  });

  it('can be refunded once with its remaining balance if unopened, and then no longer works', async () => {
    const { at, OrderId, token, code, collect } = await givenGift();
    await spend(OrderId, 12_30n);
    const takeBack = () => at.call('store/changeGift', { OrderId, ItemId: 1, Act: 'takeBack' });
    const answers = await Promise.all([takeBack(), takeBack()]);
    expect(answers.filter((answer) => !('error' in answer))).not.toEqual([]);
    expect(await rowOf(OrderId)).toMatchObject({ status: 'Closed', balance: '0' });
    expect(await refundsOf(OrderId)).toEqual([{ amount: '3770', reason: 'takenBack' }]);
    expect(await collect(token, code)).toMatchObject({ error: ['20062'] });
    expect(await at.call('store/getCollection', { Token: token })).toEqual({
      Leads: 'gift',
      Gift: null,
      CancelledBy: 'Amelia',
    });
    expect(await takeBack()).toMatchObject({ error: ['10001'] });
    expect(await at.order(OrderId)).toMatchObject({ Items: [{ State: 'TakenBack' }] });
  });

  it('cannot be refunded once its recipient has opened it', async () => {
    const { at, OrderId, token, code, collect } = await givenGift();
    await collect(token, code);
    for (const Act of ['takeBack', 'sendAgain'])
      expect(await at.call('store/changeGift', { OrderId, ItemId: 1, Act })).toMatchObject({ error: ['10001'] });
    expect(await rowOf(OrderId)).toMatchObject({ status: 'Active', balance: '5000' });
  });

  it('for a later day is issued locked at payment and unlocked at 9 on the day', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(
      test.ctx.clocks.business.now(),
    );
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + 40 * DAY_MS).toISOString().slice(0, 10);
    const { at, OrderId, token, collect, code } = await givenGift({ DeliverOn: day as never });
    expect(token).toBe('');
    expect(await rowOf(OrderId)).toMatchObject({
      status: 'NotIssued',
      balance: '5000',
      expiry: `${Number(day.slice(0, 4)) + 3}${day.slice(4, 7)}`,
    });
    expect(await at.order(OrderId)).toMatchObject({ Items: [{ State: 'Locked' }] });
    expect(await at.call('store/changeGift', { OrderId, ItemId: 1, Act: 'sendAgain' })).toMatchObject({
      error: ['10001'],
    });
    test.ctx.advance(39 * DAY_MS);
    await runStore(test);
    expect(await rowOf(OrderId)).toMatchObject({ status: 'NotIssued' });
    test.ctx.advance(DAY_MS);
    const mails = await runStore(test);
    expect(await rowOf(OrderId)).toMatchObject({ status: 'Active' });
    const opened = await collect(linkIn(mails.findLast(({ to }) => to === GIFT.Email)?.text), code);
    expect(opened.Cards).toHaveLength(1);
  });
});

describe('the order page', () => {
  it('opens in another browser only with the mailed link and the code', async () => {
    const { OrderId, code, mails, order } = await givenGift();
    const token = linkIn(mails.findLast(({ to }) => to === order.Email)?.text);
    const phone = shopper(test, shop, openBrowser(test.app));
    expect(await phone.call('store/getCollection', { Token: token })).toEqual({
      Leads: 'order',
      Gift: null,
      CancelledBy: null,
    });
    expect(await phone.order(OrderId)).toMatchObject({ error: ['404'] });
    expect(await phone.call('store/collect', { Token: token, Code: code })).toEqual({ OrderId, Cards: [] });
    expect(await phone.order(OrderId)).toMatchObject({ OrderId, CollectionCode: code });
    expect(await phone.call('store/confirmCollected', { Token: token, Code: code })).toMatchObject({
      error: ['20060'],
    });
  });
});
