import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { type Opened, PAYER_CARD, postFrame } from '../../../../test-support/outside/gateway.ts';
import { buildApp } from '../../../http/app.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';

let test: TestApp;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SANDBOX_GATEWAY_PAGE: 'redirect' });
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 5_000_00 };
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(() => test.close());

const call = async <T>(path: string, body: object): Promise<T> => {
  const { accountNumber } = user.card.account;
  return (await postApi(test, path, user.headers, { accountNumber, ...body })).json<T>();
};
const stateOf = (Sid: string) => call<{ readonly State: string }>('payment/state', { Sid });

/** Leaves for the gateway's page as a browser does. */
async function leave() {
  const opened = await call<Opened & { readonly Page: string }>('payment/initiate', { amount: 50 });
  const left = await postFrame(test, opened.url, { Sid: opened.Sid, Sst: opened.Sst });
  const page = /<a href="([^"]+)"/.exec(left.body)?.[1] ?? '';
  return { opened, left, page };
}

/** Follows the way back from the gateway to a page of ours. */
async function comeBack(page: string, act: Readonly<Record<string, string>>): Promise<string> {
  const done = await postFrame(test, page, act);
  const back = new URL(String(done.headers.location), 'http://own.example');
  const ours = await test.app.inject(`${back.pathname}${back.search}`);
  expect(ours.statusCode).toBe(303);
  return String(ours.headers.location);
}

it('leaves for a page of its own by a page that goes on by itself, once', async () => {
  const { opened, left, page } = await leave();
  expect(opened.Page).toBe('redirect');
  expect([left.statusCode, left.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(left.body).toContain(`http-equiv="refresh" content="0;url=${page}"`);
  expect(page).toContain('/sandbox/gateway/');
  // Sent again it opens nothing, and leads to the page that says what became of the payment.
  const again = await postFrame(test, opened.url, { Sid: opened.Sid, Sst: opened.Sst });
  expect(again.statusCode).toBe(303);
  expect(new URL(String(again.headers.location)).search).toBe(`?payment=${opened.Sid}`);
});

it('comes back to the page of the brand where the payment began, which finds it by its reference', async () => {
  const { opened, page } = await leave();
  const to = await comeBack(page, { act: 'pay', number: PAYER_CARD.noNotice, expiry: '12/28', code: '123' });
  expect(new URL(to).pathname).toBe(`/${product.brand.identifier}/topup/card`);
  expect(new URL(to).searchParams.get('payment')).toBe(opened.Sid);
  expect(await stateOf(opened.Sid)).toMatchObject({ State: 'Paid' });
});

it('is over where the payer gives up, whatever the gateway would still take', async () => {
  const { opened } = await leave();
  const back = await test.app.inject(`/payment-return?language=enAU&payment=${opened.Sid}&cancelled=1`);
  expect(back.statusCode).toBe(303);
  expect(await stateOf(opened.Sid)).toMatchObject({ State: 'Cancelled' });
});

it('asks the gateway about an undecided payment alone, once in a few seconds, and seldom for one address', async () => {
  const { gateway } = test.ctx.outside;
  if (!gateway) throw new Error('the sandbox has a gateway');
  const asked: string[] = [];
  const close: typeof gateway.close = async ({ reference }) => {
    asked.push(reference);
    return { kind: 'unknown', code: 'away' };
  };
  const rates = { ...test.ctx.config.rates, paymentReturn: [{ most: 4, windowMs: 60_000 }] };
  const app = await buildApp({
    ...test.ctx,
    outside: { ...test.ctx.outside, gateway: { ...gateway, close } },
    config: { ...test.ctx.config, rates },
  });
  const giveUp = async (Sid: string) => (await app.inject(`/payment-return?payment=${Sid}&cancelled=1`)).statusCode;
  const over = await leave();
  await comeBack(over.page, { act: 'pay', number: PAYER_CARD.noNotice, expiry: '12/28', code: '123' });
  await stateOf(over.opened.Sid);
  const { Sid } = (await leave()).opened;
  expect([await giveUp(over.opened.Sid), await giveUp(Sid), await giveUp(Sid)]).toEqual([303, 303, 303]);
  expect(asked).toEqual([Sid]);
  test.ctx.advance(3_000);
  await giveUp(Sid);
  expect(asked).toEqual([Sid, Sid]);
  test.ctx.advance(3_000);
  expect(await giveUp(Sid)).toBe(303);
  await app.close();
  expect(asked).toEqual([Sid, Sid]);
});

it('comes back to the own site of the brand in production, whatever host the request names', async () => {
  const programmes = { ...test.ctx.programmes, isFirst: () => true };
  const app = await buildApp({ ...test.ctx, programmes, config: { ...test.ctx.config, mode: 'production' } });
  const headers = { ...user.headers, host: 'phish.example' };
  const { accountNumber } = user.card.account;
  const opened = (
    await postApi({ ...test, app }, 'payment/initiate', headers, { accountNumber, amount: 50 })
  ).json<Opened>();
  expect(opened.error).toBe(undefined);
  await app.close();
  const left = await postFrame(test, opened.url, { Sid: opened.Sid, Sst: opened.Sst });
  const page = /<a href="([^"]+)"/.exec(left.body)?.[1] ?? '';
  const { location } = (await postFrame(test, page, { act: 'cancel' })).headers;
  expect(new URL(String(location)).origin).toBe(`https://${product.brand.identifier}.example`);
});

it('knows no way back for another reference', async () => {
  for (const payment of ['', 'else', '1.00000000-0000-4000-8000-000000000000']) {
    const back = await test.app.inject(`/payment-return?payment=${payment}`);
    expect([back.statusCode, back.headers.location]).toEqual([200, undefined]);
  }
});
