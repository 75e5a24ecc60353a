import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, givenProduct, givenSession, type TestProduct } from '../../../../test-support/factories.ts';
import {
  enter,
  giveBackNow,
  type Opened,
  payByCard,
  postFrame,
  runGateway,
  sendNotice,
} from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

type Payer = Pick<User, 'card' | 'headers'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let test: TestApp;
let product: TestProduct;
let user: User;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, {
    brand,
    isReloadable: true,
    settings: { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 999_00 },
  });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = false WHERE id = $1', [user.holder.id]);
});
afterAll(() => test.close());

async function initiate(at: TestApp, who: Payer, amount: number) {
  const { accountNumber } = who.card.account;
  return (await postApi(at, 'payment/initiate', who.headers, { accountNumber, amount })).json<Opened>();
}

async function stateOf(at: TestApp, who: Payer, Sid: string) {
  const { accountNumber } = who.card.account;
  return (await postApi(at, 'payment/state', who.headers, { accountNumber, Sid })).json<{
    State: string;
    Amount: number;
    ReceiptNumber: string | null;
    error?: string[];
  }>();
}

/** Signed in again after a while. */
const again = async (who = user) => ({
  ...who,
  headers: (await givenSession(test.ctx, { webAccount: who.webAccount })).headers,
});
const balance = (who = user) => balanceOf(test.ctx, who.card.account);
const newestRow = () =>
  test.ctx.asOwner(
    'SELECT kind, description FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq DESC LIMIT 1',
    [user.card.account.ledgerAccountId],
  );
const pay = async (card: Parameters<typeof payByCard>[2], amount = 50) => {
  const opened = await initiate(test, user, amount);
  await payByCard(test, opened, card);
  return opened;
};
const refunds = (Sid: string) =>
  test.ctx.asOwner<{ state: string; amount: string; reason: string }>(
    `SELECT r.state, r.amount::text AS amount, r.reason FROM gateway_refund r
     JOIN gateway_charge c ON c.tenant_id = r.tenant_id AND c.id = r.charge_id WHERE c.payment_id = $1 ORDER BY r.key`,
    [Sid.split('.')[1]],
  );
const paidNotice = (Sid: string, given: { amount?: number; charge?: string; currency?: string } = {}) => ({
  reference: Sid,
  charge: {
    id: given.charge ?? `ch.${Sid}`,
    amount: given.amount ?? 50_00,
    currency: given.currency ?? 'AUD',
    card: { fingerprint: 'card-1', ending: '1111' },
  },
});
let noticeNumber = 0;
const notify = (type: string, data: object) => sendNotice(test, `notice-${(noticeNumber += 1)}`, type, data);

describe('a top-up by another card', () => {
  it('is credited once on the gateway’s notice, with a receipt and a description', async () => {
    const { Sid } = await pay('approves');
    expect(await balance()).toBe(100_00n);
    test.ctx.advance(1_000);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
    expect(await stateOf(test, user, Sid)).toEqual({
      State: 'Paid',
      Amount: 50,
      ReceiptNumber: expect.stringMatching(/^\d{12,}$/) as string,
      AvailableAccountBalance: 150,
    });
    await runGateway(test);
    await notify('payment.paid', paidNotice(Sid));
    expect(await balance()).toBe(150_00n);
    expect(await newestRow()).toEqual([{ kind: 'topUp', description: 'Top-up by card ending 1111' }]);
  });

  it('is described in the language of its holder', async () => {
    await test.ctx.asOwner("UPDATE holder SET language = 'zhCN' WHERE id = $1", [user.holder.id]);
    await pay('approves');
    test.ctx.advance(1_000);
    await runGateway(test);
    expect(await newestRow()).toEqual([{ kind: 'topUp', description: '银行卡充值（尾号 1111）' }]);
  });

  it('is not credited when the browser returns before the gateway’s notice', async () => {
    const opened = await initiate(test, user, 50);
    await enter(test, opened);
    await test.app.inject('/payment-return');
    expect(await stateOf(test, user, opened.Sid)).toMatchObject({ State: 'Open' });
    expect(await balance()).toBe(100_00n);
  });

  it.each([
    ['declines', 'Open'],
    ['isUnknown', 'Waiting'],
    ['noNotice', 'Paid'],
    ['noticeFirst', 'Paid'],
  ] as const)('with the card that %s is %s when the browser returns', async (card, State) => {
    const { Sid } = await pay(card);
    expect(await stateOf(test, user, Sid)).toMatchObject({ State });
    expect(await balance()).toBe(State === 'Paid' ? 150_00n : 100_00n);
  });

  it('needs no status query when its notice arrives before the browser returns', async () => {
    await pay('noticeFirst');
    expect(await balance()).toBe(150_00n);
  });

  it('is queried by a scheduled job when no notice arrives', async () => {
    await pay('noNotice');
    test.ctx.advance(5 * MINUTE_MS);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
  });

  it('is credited when its notice arrives an hour late', async () => {
    const { Sid } = await pay('noticeLate');
    await test.ctx.asOwner("UPDATE gateway_payment SET state = 'Expired' WHERE id = $1", [Sid.split('.')[1]]);
    test.ctx.advance(HOUR_MS);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
  });

  it('asks for a code where the card requires one', async () => {
    const opened = await initiate(test, user, 50);
    const page = await enter(test, opened);
    await postFrame(test, page, { act: 'pay', number: '4000000000003220', expiry: '12/28', code: '123' });
    expect((await postFrame(test, page, { act: 'prove', proof: '9999' })).statusCode).toBe(400);
    expect((await postFrame(test, page, { act: 'prove', proof: '1234' })).statusCode).toBe(303);
    expect(await stateOf(test, user, opened.Sid)).toMatchObject({ State: 'Paid' });
  });

  it('takes nothing when cancelled, and another one can begin', async () => {
    const opened = await initiate(test, user, 50);
    const page = await enter(test, opened);
    await postFrame(test, page, { act: 'cancel' });
    expect(await stateOf(test, user, opened.Sid)).toMatchObject({ State: 'Cancelled' });
    expect(await initiate(test, user, 50)).toMatchObject({ url: '/payment-frame' });
    expect(await balance()).toBe(100_00n);
  });

  it('expires after 20 minutes without a notice, once the gateway has been queried', async () => {
    const { Sid } = await initiate(test, user, 50);
    test.ctx.advance(20 * MINUTE_MS);
    await runGateway(test);
    expect(await stateOf(test, await again(), Sid)).toMatchObject({ State: 'Expired' });
  });
});

describe('while the outcome of a payment is unknown', () => {
  it('a second payment is rejected, and the first is listed and reduces what can be loaded', async () => {
    const { Sid } = await pay('isUnknown');
    expect(await stateOf(test, user, Sid)).toMatchObject({ State: 'Waiting' });
    expect(await initiate(test, user, 20)).toEqual(expect.objectContaining({ error: ['20310'] }));
    const { accountNumber } = user.card.account;
    expect((await postApi(test, 'topup/on-its-way', user.headers, { accountNumber })).json()).toEqual({
      TopUps: [{ Way: 'card', Amount: 50, StartedAt: expect.stringContaining('T') as string, ExpectedOn: null, Sid }],
    });
    expect((await postApi(test, 'topup/details', user.headers, { accountNumber })).json()).toMatchObject({
      MaximumAvailableTopup: 849,
      OnItsWay: 50,
    });
    test.ctx.advance(10 * MINUTE_MS);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
    const { headers } = await again();
    expect((await postApi(test, 'topup/on-its-way', headers, { accountNumber })).json()).toEqual({ TopUps: [] });
  });

  it('the open page of an earlier payment is closed before another one is opened', async () => {
    const first = await initiate(test, user, 50);
    const page = await enter(test, first);
    const second = await initiate(test, user, 30);
    expect(second.Sid).toBeDefined();
    const late = await postFrame(test, page, { act: 'pay', number: '4111111111111111', expiry: '12/28', code: '123' });
    expect(late.statusCode).toBe(410);
    expect(await stateOf(test, user, first.Sid)).toMatchObject({ State: 'Expired' });
  });

  it('an earlier payment that was paid is credited, and another one is rejected', async () => {
    await pay('noNotice');
    expect(await initiate(test, user, 20)).toEqual(expect.objectContaining({ error: ['20310'] }));
    expect(await balance()).toBe(150_00n);
    expect(await initiate(test, user, 20)).toMatchObject({ url: '/payment-frame' });
  });

  it('one of two concurrent payments is opened', async () => {
    const both = await Promise.all([initiate(test, user, 50), initiate(test, user, 50)]);
    const live = await test.ctx.asOwner(
      `SELECT id FROM gateway_payment WHERE subject = $1 AND state IN ('Opening', 'Open', 'Unknown')`,
      [String(user.card.account.id)],
    );
    expect(live).toHaveLength(1);
    expect(both.filter(({ Sid }) => Sid !== undefined).length).toBeGreaterThanOrEqual(1);
  });
});

describe('Sid and Sst', () => {
  const gone = { statusCode: 410 };
  it('open the page once', async () => {
    const opened = await initiate(test, user, 50);
    expect(await enter(test, opened)).toMatch(/^\/sandbox\/gateway\//);
    expect(await postFrame(test, opened.url, { Sid: opened.Sid, Sst: opened.Sst })).toMatchObject(gone);
  });

  it('open it in the displayed language, else in that of the holder', async () => {
    await test.ctx.asOwner("UPDATE holder SET language = 'zhCN' WHERE id = $1", [user.holder.id]);
    const { accountNumber } = user.card.account;
    const languageOf = async (more: object) => {
      const asked = { accountNumber, amount: 50, ...more };
      const opened = (await postApi(test, 'payment/initiate', user.headers, asked)).json<Opened>();
      const page = await test.app.inject({ url: await enter(test, opened) });
      return /<html lang="([^"]*)">/.exec(page.body)?.[1];
    };
    expect([await languageOf({}), await languageOf({ Language: 'enAU' })]).toEqual(['zh-CN', 'en-AU']);
    expect(
      (await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50, Language: 'fr' })).json(),
    ).toMatchObject({ error: ['20010'], field: 'Language' });
  });

  it('are rejected when they are expired, another person’s or made up', async () => {
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    const [own, others] = [await initiate(test, user, 50), await initiate(test, other, 50)];
    for (const fields of [
      { Sid: own.Sid, Sst: others.Sst },
      { Sid: own.Sid, Sst: '' },
      { Sid: own.Sid.replace(/^\d+/, '999999'), Sst: own.Sst },
      { Sid: 'x', Sst: own.Sst },
    ]) {
      expect(await postFrame(test, own.url, fields)).toMatchObject(gone);
    }
    test.ctx.advance(20 * MINUTE_MS);
    expect(await postFrame(test, own.url, { Sid: own.Sid, Sst: own.Sst })).toMatchObject(gone);
    expect(await stateOf(test, await again(other), own.Sid)).toMatchObject({ error: ['404'], field: 'Sid' });
  });
});

describe('an amount', () => {
  it.each([
    [9.99, '20071'],
    [899.01, '20071'],
    [0, '20010'],
    [-10, '20010'],
    [10.001, '20010'],
    [10_000.01, '20010'],
    ['50', '20010'],
    [null, '20010'],
  ])('of %s is refused with %s', async (amount, code) => {
    expect(await initiate(test, user, amount as number)).toMatchObject({ error: [code], field: 'amount' });
  });

  it.each([10, 899])('accepts %s', async (amount) => {
    expect(await initiate(test, user, amount)).toMatchObject({ url: '/payment-frame' });
  });

  it('is rejected for another person’s account, a product without top-ups by card, and the token of a card', async () => {
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    const none = await givenProduct(test.ctx, { brand: product.brand, isReloadable: true });
    const without = await givenUser(test.ctx, { brand: product.brand, product: none });
    expect(await initiate(test, { card: other.card, headers: user.headers }, 50)).toMatchObject({ error: ['10000'] });
    expect(await initiate(test, without, 50)).toMatchObject({ error: ['10001'] });
    const { headers } = await givenSession(test.ctx, { card: user.card });
    expect(await initiate(test, { card: user.card, headers }, 50)).toMatchObject({ error: ['403'] });
  });
});

describe('a notice', () => {
  it('changes nothing when its signature fails, when it is old or when it names no payment', async () => {
    const { Sid } = await initiate(test, user, 50);
    expect((await sendNotice(test, 'forged', 'payment.paid', paidNotice(Sid), true)).statusCode).toBe(401);
    const body = JSON.stringify({ id: 'old', type: 'payment.paid', data: paidNotice(Sid) });
    const headers = { ...test.ctx.outside.sandboxGateway?.sign('old', body), 'content-type': 'application/json' };
    test.ctx.advance(6 * MINUTE_MS);
    const old = await test.app.inject({ method: 'POST', url: '/network/gateway-notices', headers, payload: body });
    expect(old.statusCode).toBe(401);
    expect((await notify('payment.paid', { reference: '9.nothing' })).statusCode).toBe(200);
    expect((await notify('something.else', { reference: Sid })).statusCode).toBe(200);
    expect(await balance()).toBe(100_00n);
  });

  it.each<[string, { amount?: number; currency?: string }]>([
    ['less', { amount: 49_99 }],
    ['more', { amount: 50_01 }],
    ['another currency', { currency: 'NZD' }],
  ])('of %s than was asked gives the charge back, once', async (_what, given) => {
    const opened = await pay('noNotice');
    const { Sid } = opened;
    await notify('payment.paid', paidNotice(Sid, given));
    await notify('payment.paid', paidNotice(Sid, given));
    await giveBackNow(test, product.brand.tenantId);
    expect(await balance()).toBe(100_00n);
    expect(await refunds(Sid)).toEqual([
      expect.objectContaining({ amount: String(given.amount ?? 50_00), reason: 'amountDiffers' }),
    ]);
    expect(await stateOf(test, user, Sid)).toMatchObject({ State: 'Refunded' });
  });

  it('refunds a second charge of one payment and keeps the first', async () => {
    const { Sid } = await pay('noNotice');
    await notify('payment.paid', paidNotice(Sid));
    await notify('payment.paid', paidNotice(Sid, { charge: `second.${Sid}` }));
    expect(await balance()).toBe(150_00n);
    expect(await refunds(Sid)).toEqual([expect.objectContaining({ amount: '5000', reason: 'secondCharge' })]);
    expect(await stateOf(test, user, Sid)).toMatchObject({ State: 'Paid' });
  });

  it('counts as paid when it says declined after paid, or paid after declined', async () => {
    const { Sid } = await pay('noNotice');
    await notify('payment.declined', { reference: Sid });
    await notify('payment.paid', paidNotice(Sid));
    await notify('payment.declined', { reference: Sid });
    await notify('payment.cancelled', { reference: Sid });
    await notify('payment.pending', { reference: Sid });
    expect(await stateOf(test, user, Sid)).toMatchObject({ State: 'Paid' });
    expect(await balance()).toBe(150_00n);
  });
});

describe('a charge that arrives after the account has changed', () => {
  it('is credited above the maximum balance', async () => {
    const { Sid } = await pay('noNotice', 899);
    await test.ctx.asOwner('UPDATE product SET settings = settings || $2 WHERE id = $1', [
      product.id,
      { maxBalanceUnverified: 500_00 },
    ]);
    expect(await stateOf(test, user, Sid)).toMatchObject({ State: 'Paid' });
    expect(await balance()).toBe(999_00n);
    await test.ctx.asOwner('UPDATE product SET settings = settings || $2 WHERE id = $1', [
      product.id,
      { maxBalanceUnverified: 999_00 },
    ]);
  });

  it.each([
    ['blocked', 'UPDATE card SET status = $2 WHERE member_account_id = $1', 'Stolen'],
    [
      'of somebody who has died',
      'UPDATE holder SET died_on = $2 WHERE id = (SELECT primary_holder_id FROM member_account WHERE id = $1)',
      '2026-11-01',
    ],
  ])('goes back where the account is %s, by one refund that is done', async (_what, sql, value) => {
    const { Sid } = await pay('noNotice');
    await test.ctx.asOwner(sql, [user.card.account.id, value]);
    test.ctx.advance(5 * MINUTE_MS);
    await runGateway(test);
    await giveBackNow(test, product.brand.tenantId);
    expect(await balance()).toBe(100_00n);
    expect(await refunds(Sid)).toEqual([{ state: 'Done', amount: '5000', reason: 'unsettled' }]);
  });
});

describe('card testing', () => {
  it('closes an account’s card top-ups for an hour after five declines', async () => {
    await test.ctx.asOwner('DELETE FROM gateway_attempt');
    for (let tried = 0; tried < 5; tried += 1) {
      const { Sid } = await pay('declines');
      // The fifth closes its own page as well.
      expect(await stateOf(test, user, Sid)).toMatchObject({ State: tried < 4 ? 'Open' : 'Declined' });
    }
    const answer = await postApi(test, 'payment/initiate', user.headers, {
      accountNumber: user.card.account.accountNumber,
      amount: 50,
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
    test.ctx.advance(HOUR_MS);
    expect(await initiate(test, await again(), 50)).toMatchObject({ url: '/payment-frame' });
  });
});
