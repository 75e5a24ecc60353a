import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, givenProduct, givenSession, type TestProduct } from '../../../../test-support/factories.ts';
import {
  enter,
  type Opened,
  PAYER_CARD,
  postFrame,
  runGateway,
  takeNoticesNow,
} from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { takeNotice } from '../../gateway/notices.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp();
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 5_000_00 };
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(() => test.close());

/** Signed in again, however much time has passed. */
async function call<T>(path: string, body: object): Promise<T> {
  const { headers } = await givenSession(test.ctx, { webAccount: user.webAccount });
  const { accountNumber } = user.card.account;
  return (await postApi(test, path, headers, { accountNumber, ...body })).json<T>();
}
const initiate = () => call<Opened>('payment/initiate', { amount: 50 });
const stateOf = (Sid: string) => call<{ readonly State: string }>('payment/state', { Sid });

describe('a declined attempt', () => {
  beforeEach(() => test.ctx.asOwner('DELETE FROM gateway_attempt'));
  const page = async (card: keyof typeof PAYER_CARD) => {
    const opened = await initiate();
    const url = await enter(test, opened);
    const attempt = (by: keyof typeof PAYER_CARD) =>
      postFrame(test, url, { act: 'pay', number: PAYER_CARD[by], expiry: '12/28', code: '123' });
    return { Sid: opened.Sid, url, attempt, first: await attempt(card) };
  };
  const declines = async (Sid: string) =>
    (await test.ctx.asOwner('SELECT id FROM gateway_decline WHERE payment_id = $1 ORDER BY id', [Sid.split('.')[1]]))
      .length;

  it('leaves the page open for another card, which says so, and is counted once', async () => {
    const { Sid, attempt, first } = await page('declines');
    expect([first.statusCode, first.body]).toEqual([200, expect.stringContaining('This card was declined')]);
    await stateOf(Sid);
    test.ctx.advance(5_000);
    await runGateway(test);
    await stateOf(Sid);
    expect(await declines(Sid)).toBe(1);
    expect((await attempt('approves')).statusCode).toBe(303);
    test.ctx.advance(2_000);
    expect(await stateOf(Sid)).toMatchObject({ State: 'Paid' });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
    expect(await declines(Sid)).toBe(1);
  });

  it('with a card that pays the second time is paid', async () => {
    const { Sid, attempt } = await page('declinesOnce');
    await attempt('declinesOnce');
    expect(await stateOf(Sid)).toMatchObject({ State: 'Paid' });
    expect(await declines(Sid)).toBe(1);
  });

  it.each([
    ['that closes with declines alone is Declined', 'declines', 'Declined'],
    ['that closes without one is Expired', undefined, 'Expired'],
  ] as const)('on a page %s', async (_what, card, State) => {
    const { Sid } = await page(card ?? 'asks');
    test.ctx.advance(20 * MINUTE_MS);
    await runGateway(test);
    expect(await stateOf(Sid)).toMatchObject({ State });
  });

  it('on a page that the payer gives up is Cancelled', async () => {
    const { Sid, url } = await page('declines');
    await postFrame(test, url, { act: 'cancel' });
    expect(await stateOf(Sid)).toMatchObject({ State: 'Cancelled' });
  });

  it('is the last of a burst on one page, which closes', async () => {
    const { Sid, attempt } = await page('declines');
    for (let tried = 1; tried < 5; tried += 1) await attempt('declines');
    await stateOf(Sid);
    expect((await attempt('approves')).statusCode).toBe(410);
    expect(await stateOf(Sid)).toMatchObject({ State: 'Declined' });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(100_00n);
  });

  it('is the last of a burst on one page, which closes later where the gateway did not answer', async () => {
    const { gateway } = test.ctx.outside;
    if (!gateway) throw new Error('the sandbox has a gateway');
    const close: typeof gateway.close = async () => ({ kind: 'unknown', code: 'away' });
    const away = { ...test.ctx, outside: { ...test.ctx.outside, gateway: { ...gateway, close } } };
    const opened = await initiate();
    const url = await enter(test, opened);
    for (let tried = 1; tried <= 5; tried += 1) {
      const id = `burst.${tried}.${opened.Sid}`;
      const what = { kind: 'declined', decline: { id } } as const;
      await takeNotice(away, product.brand.tenantId, { id, about: { reference: opened.Sid }, what });
    }
    expect(await declines(opened.Sid)).toBe(5);
    test.ctx.advance(MINUTE_MS);
    await takeNoticesNow(test);
    const pay = { act: 'pay', number: PAYER_CARD.approves, expiry: '12/28', code: '123' };
    expect((await postFrame(test, url, pay)).statusCode).toBe(410);
    expect(await stateOf(opened.Sid)).toMatchObject({ State: 'Declined' });
    expect(await declines(opened.Sid)).toBe(5);
  });
});
