import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dyingDatabase, ProcessDied } from '../../../test-support/due-work.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenEnded } from '../../../test-support/desk/ending-samples.ts';
import { givenBrand, givenProduct, givenSession, type TestProduct } from '../../../test-support/factories.ts';
import {
  forgetCardsNow,
  giveBackNow,
  type Opened,
  postFrame,
  runGateway,
} from '../../../test-support/outside/gateway.ts';
import { delivered } from '../../../test-support/outside/stripe/events.ts';
import {
  givenStripe,
  STRIPE_KEY,
  STRIPE_SECRETS,
  type StripeServer,
} from '../../../test-support/outside/stripe/server.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { card, givenShop, shopper } from '../../../test-support/store.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { takeNotice } from './notices.ts';
import { endCardsAfterReset } from './public.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let server: StripeServer;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  server = await givenStripe({ now: () => test.ctx.clocks.security.now() });
  test = await givenApp({
    WATTLE_GATEWAY_PROVIDER: 'stripe',
    WATTLE_STRIPE_KEY: STRIPE_KEY,
    WATTLE_STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.now,
    WATTLE_STRIPE_URL: server.settings.url,
    WATTLE_STRIPE_PAGE_ORIGIN: server.settings.pageOrigin,
  });
  const brand = await givenBrand(test.ctx);
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 5_000_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

const balance = () => balanceOf(test.ctx, user.card.account);
const initiate = async () => {
  const { accountNumber } = user.card.account;
  return (await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50 })).json<Opened>();
};
/** Address of the page that the browser leaves for. */
const leave = async ({ url, Sid, Sst }: Opened) => {
  const { body } = await postFrame(test, url, { Sid, Sst });
  return /<a href="([^"]+)"/.exec(body)?.[1] ?? '';
};
const stateOf = async ({ Sid }: Opened) => {
  const sql = 'SELECT state FROM gateway_payment WHERE id = $1';
  return (await test.ctx.asOwner<{ state: string }>(sql, [Sid.split('.')[1]]))[0]?.state;
};

type Event = StripeServer['books']['events'][number];
async function deliver(event: Event, given: { secret?: string; tenantId?: number } = {}): Promise<number> {
  const at = test.ctx.clocks.security.now();
  const { headers, body } = delivered(event, { at, ...(given.secret !== undefined && { secret: given.secret }) });
  const url = `/network/gateway-notices/${given.tenantId ?? product.brand.tenantId}`;
  return (await test.app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
}
/** Events since a moment. */
const since = (count: number) => server.books.events.slice(count);
const count = () => server.books.events.length;

const chargesOf = (Sid: string) =>
  [...server.books.all.charge.values()].filter(
    ({ metadata, status }) => (metadata as { reference: string }).reference === Sid && status === 'succeeded',
  );
const refunds = (Sid: string) =>
  test.ctx.asOwner<{ state: string; reason: string }>(
    `SELECT r.state, r.reason FROM gateway_refund r
     JOIN gateway_charge c ON c.tenant_id = r.tenant_id AND c.id = r.charge_id WHERE c.payment_id = $1 ORDER BY r.asked_at, r.key`,
    [Sid.split('.')[1]],
  );

describe('a top-up over Stripe', () => {
  it('leaves for the page of Stripe, and is credited once, however its events arrive', async () => {
    const from = count();
    const opened = await initiate();
    const page = await leave(opened);
    expect(new URL(page).origin).toBe(server.settings.pageOrigin);
    expect([server.books.pay(page, 'isPrepaid'), server.books.pay(page, 'declines')]).toEqual(['refused', 'declined']);
    const [failed] = since(from);
    if (failed) expect(await deliver(failed)).toBe(200);
    expect(await stateOf(opened)).toBe('Open');
    expect(server.books.pay(page, 'approves')).toBe('paid');
    const events = since(from).toReversed();
    expect(events.map(({ type }) => type)).toEqual(['checkout.session.completed', 'payment_intent.payment_failed']);
    for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200);
    expect([await stateOf(opened), await balance()]).toEqual(['Paid', 150_00n]);
    expect(chargesOf(opened.Sid)).toHaveLength(1);
  });

  it('is credited when no event comes at all', async () => {
    const opened = await initiate();
    server.books.pay(await leave(opened), 'approves');
    test.ctx.advance(6 * MINUTE_MS);
    await runGateway(test);
    expect([await stateOf(opened), await balance()]).toEqual(['Paid', 150_00n]);
  });

  it('believes no event that is forged, old, or of another programme', async () => {
    const from = count();
    const opened = await initiate();
    server.books.pay(await leave(opened), 'approves');
    const [event] = since(from);
    if (!event) throw new Error('nothing was told');
    expect(await deliver(event, { secret: 'whsec_of_another' })).toBe(401);
    expect(await deliver(event, { tenantId: 999_999_999 })).toBe(200);
    expect(await balance()).toBe(100_00n);
    expect(await deliver(event)).toBe(200);
    expect(await balance()).toBe(150_00n);
  });

  it('whose page is left open ends after 20 minutes, though Stripe would keep it open for longer', async () => {
    const opened = await initiate();
    const page = await leave(opened);
    test.ctx.advance(20 * MINUTE_MS);
    await runGateway(test);
    expect(server.books.pay(page, 'approves')).toBe('gone');
    expect(await stateOf(opened)).toBe('Expired');
  });

  it('that the payer gives up at Stripe is closed there when the browser comes back', async () => {
    const opened = await initiate();
    const page = await leave(opened);
    const url = `/payment-return?language=enAU&payment=${opened.Sid}&cancelled=1`;
    expect((await test.app.inject({ url })).statusCode).toBe(303);
    expect(server.books.pay(page, 'approves')).toBe('gone');
    expect(await stateOf(opened)).toBe('Cancelled');
  });

  it('whose opening was not answered is found and closed, and another one is possible', async () => {
    server.answerNext('lost', ({ method, path }) => method === 'POST' && path === 'checkout/sessions');
    expect((await initiate()).Sid).toBeUndefined();
    const again = await initiate();
    expect(again.Sid).toBeDefined();
    const open = [...server.books.all.session.values()].filter(({ status }) => status === 'open');
    expect(open.map(({ client_reference_id: reference }) => reference)).toContain(again.Sid);
    server.books.pay(await leave(again), 'approves');
    test.ctx.advance(6 * MINUTE_MS);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
  });

  it('to a card that was stolen meanwhile goes back once, and a refund that fails later is seen', async () => {
    const from = count();
    const opened = await initiate();
    server.books.pay(await leave(opened), 'approves');
    await test.ctx.asOwner("UPDATE card SET status = 'Stolen' WHERE member_account_id = $1", [user.card.account.id]);
    for (const event of since(from)) await deliver(event);
    expect(await balance()).toBe(100_00n);
    const isRefund = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === 'refunds';
    server.answerNext('lost', isRefund);
    const { tenantId } = product.brand;
    await giveBackNow(test, tenantId);
    test.ctx.advance(25 * 60 * MINUTE_MS);
    await giveBackNow(test, tenantId);
    const [charge] = chargesOf(opened.Sid);
    const made = [...server.books.all.refund.values()].filter(({ charge: of }) => of === charge?.id);
    expect(made).toHaveLength(1);
    expect(await refunds(opened.Sid)).toEqual([{ state: 'Done', reason: 'unsettled' }]);
    const later = count();
    server.books.returnRefunds(charge?.id ?? '');
    for (const event of [...since(later), ...since(later)]) expect(await deliver(event)).toBe(200);
    expect((await refunds(opened.Sid)).map(({ state }) => state)).toEqual(['CameBack', 'Failed']);
  });

  it('that the bank of the card takes back is taken back once', async () => {
    const from = count();
    const opened = await initiate();
    server.books.pay(await leave(opened), 'approves');
    for (const event of since(from)) await deliver(event);
    expect(await balance()).toBe(150_00n);
    const [charge] = chargesOf(opened.Sid);
    const later = count();
    server.books.dispute(charge?.id ?? '', 'lost');
    for (const event of [...since(later).toReversed(), ...since(later)]) expect(await deliver(event)).toBe(200);
    expect([await stateOf(opened), await balance()]).toEqual(['ChargedBack', 100_00n]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'is credited once by a server that dies at statement %i of its event, and the one after it',
    async (diesAt) => {
      const from = count();
      const opened = await initiate();
      server.books.pay(await leave(opened), 'approves');
      const mortal = { ...test.ctx, database: dyingDatabase(test.ctx.database, diesAt) };
      for (const event of since(from)) {
        const at = test.ctx.clocks.security.now();
        const { headers, body } = delivered(event, { at });
        const read = test.ctx.outside.gateway?.readNotices(headers, Buffer.from(body), at) ?? [];
        for (const notice of read) {
          await takeNotice(mortal, product.brand.tenantId, notice).catch((error: unknown) => {
            if (!(error instanceof ProcessDied)) throw error;
          });
        }
      }
      test.ctx.advance(6 * MINUTE_MS);
      await runGateway(test);
      expect([await stateOf(opened), await balance()]).toEqual(['Paid', 150_00n]);
    },
  );
});

describe('a payer', () => {
  const tenant = () => product.brand.tenantId;
  /** Customers at Stripe that were made since. */
  const customersSince = (before: ReadonlySet<string>) =>
    [...server.books.all.customer.keys()].filter((id) => !before.has(id));
  const known = () => new Set(server.books.all.customer.keys());
  /** A page that saves the card which pays. */
  async function openSaving() {
    const { accountNumber } = user.card.account;
    const body = { accountNumber, amount: 50, SaveCard: true };
    // Hours have passed since the sign-in before.
    const { headers } = await givenSession(test.ctx, { webAccount: user.webAccount });
    await test.ctx.asOwner('UPDATE session SET proved_at = $1', [new Date(test.ctx.clocks.security.now())]);
    return (await postApi(test, 'payment/initiate', headers, body)).json<Opened>();
  }
  async function givenSaved() {
    const from = count();
    const opened = await openSaving();
    server.books.pay(await leave(opened), 'approves');
    for (const event of since(from)) await deliver(event);
    const [row] = await test.ctx.asOwner<{ token: string }>('SELECT token FROM saved_card WHERE web_account_id = $1', [
      user.webAccount.id,
    ]);
    return row?.token ?? '';
  }
  async function removeCards() {
    const reset = { tenantId: tenant(), webAccountId: user.webAccount.id };
    await test.ctx.database.transact(tenant(), (tx) => endCardsAfterReset(tx, test.ctx, reset));
    await forgetCardsNow(test, tenant());
  }

  it('whose last saved card is removed is deleted at Stripe, however often that fails, and may save one again', async () => {
    const before = known();
    const token = await givenSaved();
    const [customer = ''] = customersSince(before);
    expect(token.startsWith(`${customer}:`)).toBe(true);
    await removeCards();
    // Pages that were opened before are closed first.
    test.ctx.advance(39 * MINUTE_MS);
    await runGateway(test);
    expect(customersSince(before)).toEqual([customer]);
    test.ctx.advance(2 * MINUTE_MS);
    server.answerNext({ status: 500 }, ({ method }) => method === 'DELETE');
    await runGateway(test);
    expect(customersSince(before)).toEqual([customer]);
    test.ctx.advance(24 * 60 * MINUTE_MS);
    await runGateway(test);
    expect(customersSince(before)).toEqual([]);
  });

  it('who saves another card meanwhile is kept, and under the same key Stripe gives no customer that was deleted', async () => {
    const before = known();
    await givenSaved();
    const [customer = ''] = customersSince(before);
    await removeCards();
    test.ctx.advance(2 * MINUTE_MS);
    await givenSaved();
    test.ctx.advance(60 * MINUTE_MS);
    await runGateway(test);
    expect(customersSince(before)).toEqual([customer]);
    await removeCards();
    test.ctx.advance(41 * MINUTE_MS);
    await runGateway(test);
    expect(customersSince(before)).toEqual([]);
    expect(await givenSaved()).toMatch(/^cus_\w+:pm_\w+$/);
    expect(customersSince(before)).not.toContain(customer);
  });

  it('who is erased by two of the staff is deleted there without ever having saved a card', async () => {
    const before = known();
    await openSaving();
    expect(customersSince(before)).toHaveLength(1);
    await givenEnded(test, user.card);
    const person = `holder:${user.card.account.holder.id}`;
    const by = async (name: string, input: Readonly<Record<string, string>>) =>
      (await give(test, await givenStaff(test.ctx, tenant()), name, { input, reason: 'asked for it' })).body;
    const { request } = await by('erase-person', { person });
    expect(customersSince(before)).toHaveLength(1);
    expect((await by('approve', { request: request?.id ?? '' })).rows).toEqual([{ person, signIns: 1 }]);
    test.ctx.advance(41 * MINUTE_MS);
    await runGateway(test);
    // Its page was closed in the same round, before or after.
    test.ctx.advance(24 * 60 * MINUTE_MS);
    await runGateway(test);
    expect(customersSince(before)).toEqual([]);
  });
});

it('an order of the store is paid over Stripe, by a prepaid card too', async () => {
  const shop = await givenShop(test);
  const at = shopper(test, shop);
  const { OrderId } = await at.place([card(shop, 'virtual')]);
  const from = count();
  const opened = await at.pay(OrderId);
  expect(server.books.pay(await leave(opened), 'isPrepaid')).toBe('paid');
  for (const event of since(from)) expect(await deliver(event, { tenantId: shop.brand.tenantId })).toBe(200);
  expect(await at.order(OrderId)).toMatchObject({ State: 'Issued' });
});
