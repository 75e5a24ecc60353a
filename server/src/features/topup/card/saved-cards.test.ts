import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenBrand, givenProduct, givenSession, type TestProduct } from '../../../../test-support/factories.ts';
import {
  enter,
  forgetCardsNow,
  type Opened,
  PAYER_CARD,
  payByCard,
  postFrame,
  runGateway,
} from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { endCardsAfterReset } from '../../gateway/public.ts';

type User = Awaited<ReturnType<typeof givenUser>>;
type Listed = { Cards: { SavedCardId: string; Ending: string; Expires: string }[] };

let test: TestApp;
let product: TestProduct;
let user: User;
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 999_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  // A session with a fresh proof.
  await test.ctx.asOwner('UPDATE session SET proved_at = $1', [new Date(test.ctx.clocks.security.now())]);
});
afterAll(() => test.close());

const initiate = async (rest: object, who = user) =>
  postApi(test, 'payment/initiate', who.headers, {
    accountNumber: who.card.account.accountNumber,
    amount: 50,
    ...rest,
  });
const open = async (rest: object = {}) => (await initiate(rest)).json<Opened>();
const listOf = async (who = user) =>
  (await postApi(test, 'payment/getSavedCards', who.headers, {})).json<Listed>().Cards;
const givenSaved = async () => {
  await payByCard(test, await open({ SaveCard: true }), 'approves');
  await settle();
  const [card] = await listOf();
  if (!card) throw new Error('no card was saved');
  return card;
};
/** A second later, when notices have come. */
const settle = () => {
  test.ctx.advance(1_000);
  return runGateway(test);
};
const tokens = () => test.ctx.asOwner<{ ended: boolean }>('SELECT ended_at IS NOT NULL AS ended FROM saved_card');

describe('a saved card', () => {
  beforeEach(() => test.ctx.asOwner('DELETE FROM saved_card'));

  it('is saved once its payment is paid, and named by its last digits and expiry alone', async () => {
    const opened = await open({ SaveCard: true });
    expect(await listOf()).toEqual([]);
    await payByCard(test, opened, 'approves');
    await settle();
    expect(await listOf()).toEqual([{ SavedCardId: expect.any(String), Ending: '1111', Expires: '2028-12' }]);
    const [row] = await test.ctx.asOwner<Record<string, unknown>>('SELECT * FROM saved_card');
    expect(JSON.stringify(row)).not.toContain(PAYER_CARD.approves.replaceAll(' ', ''));
    // Paid again, it is still one card.
    await givenSaved();
    expect(await listOf()).toHaveLength(1);
  });

  it('is not saved without being asked for, nor by a payment that is declined', async () => {
    await payByCard(test, await open(), 'approves');
    await settle();
    await payByCard(test, await open({ SaveCard: true }), 'declines');
    await settle();
    expect(await listOf()).toEqual([]);
  });

  it('is saved with a fresh proof alone', async () => {
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL');
    expect((await initiate({ SaveCard: true })).statusCode).toBe(428);
    expect((await initiate({})).statusCode).toBe(200);
  });

  it('pays again by its security code on the gateway’s page', async () => {
    const { SavedCardId } = await givenSaved();
    const page = await enter(test, await open({ SavedCardId }));
    const shown = (await test.app.inject(page)).body;
    expect(shown).toContain('·· 1111');
    expect(shown).not.toContain('name="number"');
    expect((await postFrame(test, page, { act: 'saved', code: 'x' })).statusCode).toBe(400);
    expect((await postFrame(test, page, { act: 'saved', code: '123' })).statusCode).toBe(303);
    await settle();
    expect(await balanceOf(test.ctx, user.card.account)).toBe(200_00n);
    const other = await enter(test, await open({ SavedCardId }));
    expect((await test.app.inject(`${other}?card=other`)).body).toContain('name="number"');
  });

  it('is its login’s alone', async () => {
    const { SavedCardId } = await givenSaved();
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    expect(await listOf(other)).toEqual([]);
    expect((await initiate({ SavedCardId }, other)).json()).toMatchObject({ error: ['404'], field: 'SavedCardId' });
    const removed = await postApi(test, 'payment/removeSavedCard', other.headers, { SavedCardId });
    expect(removed.statusCode).toBe(404);
  });

  it('is removed at once, and forgotten by the gateway', async () => {
    const { SavedCardId } = await givenSaved();
    expect((await postApi(test, 'payment/removeSavedCard', user.headers, { SavedCardId })).statusCode).toBe(200);
    expect(await listOf()).toEqual([]);
    expect((await initiate({ SavedCardId })).statusCode).toBe(404);
    await forgetCardsNow(test, product.brand.tenantId);
    expect(await tokens()).toEqual([]);
  });

  it('is not offered after its last month, and then forgotten', async () => {
    await givenSaved();
    test.ctx.setBusinessTime(Date.parse('2028-12-31T12:00:00Z'));
    const { headers } = await givenSession(test.ctx, { webAccount: user.webAccount });
    expect(await listOf({ ...user, headers })).toHaveLength(1);
    test.ctx.setBusinessTime(Date.parse('2028-12-31T13:00:00Z'));
    expect(await listOf({ ...user, headers })).toEqual([]);
    await forgetCardsNow(test, product.brand.tenantId);
    expect(await tokens()).toEqual([]);
  });

  it('ends with a new password, also where its payment is still under way', async () => {
    await givenSaved();
    const opened = await open({ SaveCard: true });
    const { id: webAccountId } = user.webAccount;
    const { tenantId } = product.brand;
    await test.ctx.database.transact(tenantId, (tx) => endCardsAfterReset(tx, test.ctx, { tenantId, webAccountId }));
    expect(await listOf()).toEqual([]);
    await payByCard(test, opened, 'approves');
    await settle();
    expect(await listOf()).toEqual([]);
    expect(test.ctx.listeners.passwordReset).toContain(endCardsAfterReset);
  });
});

describe('the wallets of the sandbox’s page', () => {
  it('are offered by its script, and pay without a card number', async () => {
    const page = await enter(test, await open());
    const { body, headers } = await test.app.inject(page);
    expect(body).toMatch(/data-wallet="apple" hidden/);
    expect(body).toMatch(/data-wallet="google" hidden/);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['permissions-policy']).toContain('payment=(self)');
    expect((await postFrame(test, page, { act: 'google' })).body).toContain('Google Pay');
    expect((await postFrame(test, page, { act: 'wallet' })).statusCode).toBe(303);
    await settle();
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
  });
});
