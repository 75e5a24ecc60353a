import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { type Opened, type PAYER_CARD, payByCard, sendNotice } from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp({ WATTLE_GATEWAY_COUNTRIES: 'AU' });
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
async function pay(card: keyof typeof PAYER_CARD): Promise<string> {
  const opened = await call<Opened>('payment/initiate', { amount: 50 });
  await payByCard(test, opened, card);
  return opened.Sid;
}
const stateOf = (Sid: string) => call<{ readonly State: string }>('payment/state', { Sid });
const refundsOf = (Sid: string) =>
  test.ctx.asOwner('SELECT amount::text, reason FROM gateway_refund WHERE charge_id = $1', [`ch.${Sid}`]);

it.each(['isPrepaid', 'isForeign'] as const)('a top-up by the card that %s goes back whole, once', async (card) => {
  const Sid = await pay(card);
  expect(await stateOf(Sid)).toMatchObject({ State: 'CardRefused' });
  expect(await balanceOf(test.ctx, user.card.account)).toBe(100_00n);
  const paid = {
    reference: Sid,
    charge: { id: `ch.${Sid}`, amount: 5000, currency: 'AUD', card: { fingerprint: 'f', ending: '1111' } },
  };
  await sendNotice(test, `again.${Sid}`, 'payment.paid', paid);
  expect(await refundsOf(Sid)).toEqual([{ amount: '5000', reason: 'cardRefused' }]);
  expect(await balanceOf(test.ctx, user.card.account)).toBe(100_00n);
});

it('a card of which the gateway says neither kind nor country pays', async () => {
  const { Sid } = await call<Opened>('payment/initiate', { amount: 50 });
  const card = { fingerprint: 'f', ending: '1111' };
  const charge = { id: `ch.${Sid}`, amount: 5000, currency: 'AUD', card };
  await sendNotice(test, `silent.${Sid}`, 'payment.paid', { reference: Sid, charge });
  expect(await stateOf(Sid)).toMatchObject({ State: 'Paid' });
  expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
});
