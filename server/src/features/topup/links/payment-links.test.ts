import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import {
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { enter, type Opened, payByCard, runGateway } from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';

type User = Awaited<ReturnType<typeof givenUser>>;
type Link = {
  LinkId: string;
  Token: string;
  MaximumAmount: number;
  EndsOn: string;
  IsOpen: boolean;
  Payments: { PayerName: string; Amount: number }[];
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let test: TestApp;
let product: TestProduct;
let user: User;
beforeAll(async () => {
  test = await givenApp({ WATTLE_PAYMENT_LINK_RATE: '10000' });
  const brand = await givenBrand(test.ctx);
  const settings = { schemeTopUp: true, maxBalance: 999_00, maxBalanceUnverified: 999_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(() => test.close());

const account = (who = user) => ({ accountNumber: who.card.account.accountNumber });
const make = async (given: object = {}, who = user) =>
  (
    await postApi(test, 'topup/make-payment-link', who.headers, {
      ...account(who),
      maximumAmount: 200,
      days: 7,
      ...given,
    })
  ).json<{ Link: Link; error?: string[]; field?: string }>();
const list = async (who = user) =>
  (await postApi(test, 'topup/payment-links', who.headers, account(who))).json<{ Links: Link[]; error?: string[] }>();
const end = async (LinkId: string, who = user) =>
  (await postApi(test, 'topup/end-payment-link', who.headers, { ...account(who), LinkId })).json<{
    Link: Link;
    error?: string[];
  }>();

const visit = (path: string, body: object, remoteAddress = '192.0.2.1') =>
  test.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': 'application/json' },
    payload: { brand: product.brand.identifier, ...body },
    remoteAddress,
  });
const look = async (Token: string) => (await visit('payment-link/details', { Token })).json<object>();
const pay = async (Token: string, given: { Amount?: unknown; PayerName?: unknown } = {}, from?: string) =>
  (
    await visit('payment-link/initiate', { Token, Amount: 50, PayerName: 'Nonna Rossi', ...given }, from)
  ).json<Opened>();
const stateOf = async (Token: string, Sid: string) =>
  (await visit('payment-link/state', { Token, Sid })).json<{ State: string; error?: string[] }>();

describe('a payment link', () => {
  it('shows first name and initial, its maximum and its last day, and no details of the account', async () => {
    await test.ctx.asOwner("UPDATE holder SET first_name = 'Priya', surname = 'Nair' WHERE id = $1", [user.holder.id]);
    const { Link } = await make();
    expect(Link).toEqual({
      LinkId: Link.LinkId,
      Token: expect.stringMatching(/^[\w-]{22}$/) as string,
      MaximumAmount: 200,
      EndsOn: '2026-11-27',
      IsOpen: true,
      Payments: [],
    });
    expect(await look(Link.Token)).toEqual({
      Name: 'Priya N.',
      MinimumAmount: 10,
      MaximumAmount: 200,
      EndsOn: '2026-11-27',
    });
  });

  it('can be paid by another person, whose name is stored', async () => {
    const { Link } = await make();
    const opened = await pay(Link.Token, { PayerName: '  李 Nonna ' });
    await payByCard(test, opened, 'noNotice');
    expect(await stateOf(Link.Token, opened.Sid)).toEqual({ State: 'Paid', Amount: 50 });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
    expect((await list()).Links[0]?.Payments).toEqual([expect.objectContaining({ PayerName: '李 Nonna', Amount: 50 })]);
    const [row] = await test.ctx.asOwner(
      'SELECT description, counterparty FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.card.account.ledgerAccountId],
    );
    expect(row).toEqual({ description: 'Payment link from 李 Nonna', counterparty: '李 Nonna' });
  });

  it('opens a payment page in the language of the payer', async () => {
    const { Link } = await make();
    const opened = await visit('payment-link/initiate', {
      Token: Link.Token,
      Amount: 50,
      PayerName: '李娜',
      Language: 'zhCN',
    });
    const page = await test.app.inject({ url: await enter(test, opened.json<Opened>()) });
    expect(page.body).toContain('<html lang="zh-CN">');
  });

  it('can be paid by two people at once, and not twice by one whose outcome is unknown', async () => {
    const { Link } = await make();
    const first = await pay(Link.Token);
    await payByCard(test, first, 'isUnknown');
    expect(await stateOf(Link.Token, first.Sid)).toMatchObject({ State: 'Waiting' });
    expect(await pay(Link.Token, { PayerName: 'NONNA  rossi' })).toMatchObject({ error: ['20310'] });
    expect(await pay(Link.Token, { PayerName: 'Zio Rossi' })).toMatchObject({ url: '/payment-frame' });
    test.ctx.advance(10 * 60_000);
    await runGateway(test);
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
  });

  it('rejects amounts above its maximum, below the minimum and above the room of the account with one error', async () => {
    const { Link } = await make({ maximumAmount: 999 });
    for (const Amount of [9.99, 899.01, 999.01]) {
      expect(await pay(Link.Token, { Amount })).toEqual({ error: ['20311'], requestId: expect.any(String) as string });
    }
    await test.ctx.asOwner("UPDATE card SET status = 'Stolen' WHERE id = $1", [user.card.id]);
    expect(await pay(Link.Token)).toMatchObject({ error: ['20311'] });
    const charges = await test.ctx.asOwner('SELECT FROM payment_link_payer WHERE payment_link_id = $1', [Link.LinkId]);
    expect(charges).toEqual([]);
  });

  it('ends when its holder ends it and on its last day, and still credits a payment in flight', async () => {
    const { Link } = await make();
    const opened = await pay(Link.Token);
    await payByCard(test, opened, 'noticeLate');
    expect((await end(Link.LinkId)).Link.IsOpen).toBe(false);
    expect((await end(Link.LinkId)).Link.IsOpen).toBe(false);
    expect(await look(Link.Token)).toMatchObject({ error: ['404'] });
    expect(await pay(Link.Token)).toMatchObject({ error: ['404'], field: 'Token' });
    expect(await stateOf(Link.Token, opened.Sid)).toMatchObject({ State: 'Paid' });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
    const other = await make();
    test.ctx.advance(7 * DAY_MS);
    expect(await look(other.Link.Token)).toMatchObject({ Name: expect.any(String) as string });
    test.ctx.advance(DAY_MS);
    expect(await look(other.Link.Token)).toMatchObject({ error: ['404'] });
  });

  it('is not found by another brand, another token or the Sid of another link', async () => {
    const { Link } = await make();
    const brand = await givenBrand(test.ctx);
    expect((await visit('payment-link/details', { Token: Link.Token, brand: brand.identifier })).json()).toMatchObject({
      error: ['404'],
    });
    expect(await look('A'.repeat(22))).toMatchObject({ error: ['404'] });
    const { Sid } = await pay(Link.Token);
    const other = await make();
    expect(await stateOf(other.Link.Token, Sid)).toMatchObject({ error: ['404'], field: 'Sid' });
  });

  it.each([{ PayerName: '' }, { PayerName: '<b>' }, { PayerName: '4111' }, { Amount: 0 }, { Amount: '50' }])(
    'refuses %o',
    async (given) => {
      const { Link } = await make();
      expect(await pay(Link.Token, given)).toMatchObject({ error: ['20010'], field: Object.keys(given)[0] });
    },
  );
});

describe('payments that are open', () => {
  it('count towards the maximum: one of two concurrent payments that exceed it together is opened', async () => {
    const [one, other] = [await make({ maximumAmount: 500 }), await make({ maximumAmount: 500 })];
    // 100.00 of 999.00 are there, so 500.00 have room and 1,000.00 have none.
    const both = await Promise.all([
      pay(one.Link.Token, { Amount: 500, PayerName: 'Nonna Rossi' }, '192.0.2.11'),
      pay(other.Link.Token, { Amount: 500, PayerName: 'Zio Rossi' }, '192.0.2.12'),
    ]);
    expect(both.map((opened) => ('error' in opened ? opened.error : 'opened')).toSorted()).toEqual([
      ['20311'],
      'opened',
    ]);
  });

  it('reduce the room for the next payment of anyone, and release it when they end', async () => {
    const { Link } = await make({ maximumAmount: 500 });
    const opened = await pay(Link.Token, { Amount: 500 });
    const own = async (amount: number) =>
      (await postApi(test, 'payment/initiate', user.headers, { ...account(), amount })).json<object>();
    // 100.00 and 500.00 leave 399.00.
    expect((await postApi(test, 'topup/details', user.headers, account())).json()).toMatchObject({
      MaximumAvailableTopup: 399,
    });
    expect(await own(399.01)).toMatchObject({ error: ['20071'], field: 'amount' });
    expect(await own(399)).toMatchObject({ url: '/payment-frame' });
    await test.ctx.asOwner("UPDATE gateway_payment SET state = 'Cancelled' WHERE id = $1", [opened.Sid.split('.')[1]]);
    expect(await own(899)).toMatchObject({ url: '/payment-frame' });
  });
});

describe('the creation of a payment link', () => {
  it('is rejected beyond ten open ones, for another person’s account, a nominee, and without top-ups by card', async () => {
    for (let made = 0; made < 10; made += 1) expect((await make()).error).toBeUndefined();
    expect(await make()).toMatchObject({ error: ['20312'] });
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    expect(await make(account(other))).toMatchObject({ error: ['10000'] });
    expect((await list({ ...user, card: other.card })).error).toEqual(['10000']);
    const { Link } = await make({}, other);
    expect((await end(Link.LinkId)).error).toEqual(['404']);
    const ruby = await givenHolder(test.ctx, { brand: product.brand });
    const card = await givenCard(test.ctx, { account: other.card.account, holder: ruby, product });
    const webAccount = await givenWebAccount(test.ctx, { holder: ruby, account: card.account, extension: '01' });
    const nominee = { card, holder: ruby, webAccount, headers: (await givenSession(test.ctx, { webAccount })).headers };
    expect(await make({}, nominee)).toMatchObject({ error: ['10000'] });
    const none = await givenProduct(test.ctx, { brand: product.brand, isReloadable: true });
    const without = await givenUser(test.ctx, { brand: product.brand, product: none });
    expect(await make({}, without)).toMatchObject({ error: ['10001'] });
    expect(
      await make({ maximumAmount: 9 }, await givenUser(test.ctx, { brand: product.brand, product })),
    ).toMatchObject({
      error: ['20071'],
      field: 'maximumAmount',
    });
    const { headers } = await givenSession(test.ctx, { card: user.card });
    expect(await make({}, { ...user, headers })).toMatchObject({ error: ['403'] });
  });
});

describe('30 cards tried on one link', () => {
  it('reach the gateway five times from any number of addresses, and then the link is closed for an hour', async () => {
    const { Link } = await make();
    let reached = 0;
    for (let card = 0; card < 30; card += 1) {
      const from = `198.51.100.${card + 1}`;
      const name = `Payer ${'abcdefghijklmnopqrstuvwxyzABCD'[card] ?? ''}`;
      const answer = await visit('payment-link/initiate', { Token: Link.Token, Amount: 10, PayerName: name }, from);
      if (answer.statusCode === 429) continue;
      reached += 1;
      const opened = answer.json<Opened>();
      await payByCard(test, opened, 'declines');
      await stateOf(Link.Token, opened.Sid);
    }
    expect(reached).toBe(5);
    expect(await look(Link.Token)).toMatchObject({ MaximumAmount: 200 });
    test.ctx.advance(HOUR_MS);
    expect(await pay(Link.Token)).toMatchObject({ url: '/payment-frame' });
  });
});
