import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdyenServer, CARD_DATA, givenAdyenServer } from '../../../test-support/adyen/server.ts';
import { HMAC, HMAC_OTHER, MERCHANT, noticeBytes, noticeItem } from '../../../test-support/adyen/notices.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { giveSecrets } from '../../../test-support/desk/programme-samples.ts';
import { givenBrand, givenProduct, givenTenant, type TestProduct } from '../../../test-support/factories.ts';
import {
  giveBackNow,
  type Opened,
  postFrame,
  runGateway,
  takeNoticesNow,
} from '../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { card, givenShop, shopper } from '../../../test-support/store.ts';
import { balanceOf } from '../../../test-support/transfers.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let server: AdyenServer;
let product: TestProduct;
let user: User;
let tenantId: number;
beforeAll(async () => {
  test = await givenApp();
  server = await givenAdyenServer(test.ctx.clocks.security);
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  ({ tenantId } = brand);
  product = await givenProduct(test.ctx, {
    brand,
    isReloadable: true,
    settings: { schemeTopUp: true, maxBalance: 5_000_00 },
  });
  await takesCardsAt(tenantId, HMAC);
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(async () => {
  await test.close();
  await server.close();
  expect(server.faults).toEqual([]);
});

/** The programme has an account at Adyen, set by two people. */
async function takesCardsAt(programme: number, hmac: string) {
  giveSecrets(test.ctx, programme, { API: server.settings.apiKey, HMAC: hmac });
  const { url } = server.settings;
  const input = { provider: 'adyen', url, apiKey: 'API', noticeKey: 'HMAC', merchantAccount: MERCHANT };
  const [asker, manager] = [await givenStaff(test.ctx, programme), await givenStaff(test.ctx, programme)];
  const asked = await give(test, asker, 'set-gateway-account', { input, reason: 'as the contract says' });
  expect((await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } })).status).toBe(200);
  await test.ctx.programmes.refresh();
}

async function initiate(amount = 50) {
  const { accountNumber } = user.card.account;
  const opened = (await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount })).json<Opened>();
  expect(opened.error).toBe(undefined);
  return opened;
}
async function stateOf(Sid: string) {
  const { accountNumber } = user.card.account;
  // Adyen is asked at most every few seconds.
  test.ctx.advance(3_000);
  const answer = await postApi(test, 'payment/state', user.headers, { accountNumber, Sid });
  return answer.json<{ State: string }>().State;
}
const balance = () => balanceOf(test.ctx, user.card.account);

/** Adyen sends a notice. */
async function deliver(bytes: Buffer | undefined, to = tenantId): Promise<number> {
  const url = `/network/gateway-notices/${to}`;
  const headers = { 'content-type': 'application/json' };
  return (await test.app.inject({ method: 'POST', url, headers, payload: bytes ?? '' })).statusCode;
}
const refundsOf = (Sid: string) =>
  test.ctx.asOwner<{ state: string; reason: string }>(
    `SELECT r.state, r.reason FROM gateway_refund r
     JOIN gateway_charge c ON c.tenant_id = r.tenant_id AND c.id = r.charge_id WHERE c.payment_id = $1 ORDER BY r.key`,
    [Sid.split('.')[1]],
  );

describe('a top-up through Adyen', () => {
  it('carries the data of account funding, and its page is left for', async () => {
    const opened = await initiate();
    const body = JSON.parse(String(server.calls.at(-1)?.body)) as Record<string, unknown>;
    expect(body).toMatchObject({
      reference: opened.Sid,
      amount: { value: 5000, currency: 'AUD' },
      merchantAccount: MERCHANT,
      requiredShopperFields: ['shopperName', 'billingAddress'],
      fundRecipient: {
        walletIdentifier: expect.stringMatching(/^\w{8,}$/) as string,
        shopperName: { firstName: user.holder.firstName, lastName: expect.any(String) as string },
      },
      shopperReference: expect.stringMatching(/^\w{3,256}$/) as string,
    });
    // Ids of ours would be personal data there.
    expect(JSON.stringify(body)).not.toContain(user.card.account.accountNumber);
    const { Sid, Sst } = opened;
    const left = await postFrame(test, opened.url, { Sid, Sst });
    expect(left.body).toContain(`href="${server.linkOf(Sid).url}"`);
  });

  it('is credited once by the signed notice of its charge, however often and however late it comes', async () => {
    const { Sid } = await initiate();
    const notice = server.pay(Sid);
    // Completed at Adyen, and the notice of its charge has not come.
    expect(await stateOf(Sid)).toBe('Waiting');
    // It has expired, and Adyen closes no link that is completed.
    test.ctx.advance(25 * 60_000);
    await runGateway(test);
    expect([await balance(), await deliver(notice), await balance()]).toEqual([100_00n, 200, 150_00n]);
    test.ctx.advance(400 * 24 * 3_600_000);
    expect([await deliver(notice), await balance()]).toEqual([200, 150_00n]);
  });

  it('is not credited by a notice that is forged, of another programme, another account or another sum', async () => {
    const { Sid } = await initiate();
    const good = server.pay(Sid);
    const given = { eventCode: 'AUTHORISATION', pspReference: 'FORGED1', merchantReference: Sid, cents: 50_00n };
    const other = await givenTenant(test.ctx);
    await takesCardsAt(other.id, HMAC_OTHER);
    const foreign = noticeBytes(noticeItem(given, HMAC_OTHER));
    expect(await deliver(foreign)).toBe(401);
    expect(await deliver(noticeBytes(noticeItem({ ...given, merchantAccountCode: 'Another' })))).toBe(401);
    expect(await deliver(Buffer.from(String(good).replace('"value":5000', '"value":500000')))).toBe(401);
    expect([await deliver(good, other.id), await deliver(good, 0)]).toEqual([401, 401]);
    // By its own key, about a payment of another programme: believed, and not known there.
    expect(await deliver(foreign, other.id)).toBe(200);
    await takeNoticesNow(test);
    expect(await balance()).toBe(100_00n);
    expect(await deliver(good)).toBe(200);
    expect(await balance()).toBe(150_00n);
  });

  it('is not ended by a refused attempt, which counts once', async () => {
    const { Sid } = await initiate();
    const declined = server.decline(Sid);
    expect([await deliver(declined), await deliver(declined)]).toEqual([200, 200]);
    expect(await stateOf(Sid)).toBe('Open');
    const counted = await test.ctx.asOwner('SELECT id FROM gateway_decline WHERE payment_id = $1', [Sid.split('.')[1]]);
    expect(counted).toHaveLength(1);
    await deliver(server.pay(Sid));
    expect(await balance()).toBe(150_00n);
  });

  it('by a prepaid card is refunded, and by one of another kind is credited', async () => {
    const prepaid = await initiate();
    await deliver(server.pay(prepaid.Sid, { ...CARD_DATA, fundingSource: 'PREPAID_RELOADABLE' }));
    expect(await balance()).toBe(100_00n);
    expect(await refundsOf(prepaid.Sid)).toEqual([{ state: 'Asked', reason: 'cardRefused' }]);
    const debit = await initiate();
    await deliver(server.pay(debit.Sid, { ...CARD_DATA, fundingSource: 'DEBIT' }));
    expect(await balance()).toBe(150_00n);
  });

  it('that is charged twice is refunded once, pending until the notice, and owed again where the refund comes back', async () => {
    const { Sid } = await initiate();
    const first = server.pay(Sid);
    server.linkOf(Sid).status = 'active';
    for (const bytes of [first, server.pay(Sid)]) expect(await deliver(bytes)).toBe(200);
    expect(await balance()).toBe(150_00n);
    await giveBackNow(test, tenantId);
    expect(server.refunds.at(-1)?.amount).toEqual({ value: 5000, currency: 'AUD' });
    expect((await refundsOf(Sid)).map(({ state }) => state)).toEqual(['Pending']);
    // The scheme's refusal overtakes the notice that it was made.
    const [done, failed] = [server.refundNotice('REFUND'), server.refundNotice('REFUND_FAILED')];
    for (const bytes of [failed, done, failed]) expect(await deliver(bytes)).toBe(200);
    expect((await refundsOf(Sid)).map(({ state }) => state).sort()).toEqual(['CameBack', 'Failed']);
    expect(await balance()).toBe(150_00n);
  });

  it.each([
    ['restored after it was asked for', true, 0],
    ['never restored', false, 1],
  ])('goes back once where the programme was %s', async (_, isRestored, sent) => {
    const { Sid } = await initiate();
    await deliver(server.pay(Sid, { ...CARD_DATA, fundingSource: 'PREPAID_RELOADABLE' }));
    // Days later, Adyen has no key of a refund that the former server may have sent.
    if (isRestored) {
      await test.ctx.asOwner('INSERT INTO instance_hold (tenant_id, held_at, restored_to) VALUES ($1, $2, $2)', [
        tenantId,
        new Date(test.ctx.clocks.security.now()).toISOString(),
      ]);
    }
    test.ctx.advance(25 * 3_600_000);
    const before = server.refunds.length;
    await giveBackNow(test, tenantId);
    await test.ctx.asOwner('DELETE FROM instance_hold WHERE tenant_id = $1', [tenantId]);
    expect(server.refunds.length - before).toBe(sent);
    expect((await refundsOf(Sid)).map(({ state }) => state)).toEqual([sent === 1 ? 'Pending' : 'Asked']);
  });

  it('is taken back by a chargeback that names its payment alone', async () => {
    const { Sid } = await initiate();
    await deliver(server.pay(Sid));
    const given = { pspReference: 'DISPUTE1', merchantReference: Sid, cents: 50_00n };
    await deliver(noticeBytes(noticeItem({ ...given, eventCode: 'NOTIFICATION_OF_CHARGEBACK' })));
    expect(await balance()).toBe(150_00n);
    const chargeback = noticeBytes(noticeItem({ ...given, eventCode: 'SECOND_CHARGEBACK' }));
    expect([await deliver(chargeback), await deliver(chargeback)]).toEqual([200, 200]);
    expect(await balance()).toBe(100_00n);
  });
});

describe('an order of the store through Adyen', () => {
  it('carries no data of account funding', async () => {
    const shop = await givenShop(test, { tenant: await givenTenant(test.ctx) });
    await takesCardsAt(shop.brand.tenantId, HMAC);
    const at = shopper(test, shop);
    const { OrderId } = await at.place([card(shop, 'virtual')]);
    const { Sid } = await at.pay(OrderId);
    const body = JSON.parse(String(server.calls.at(-1)?.body)) as Record<string, unknown>;
    expect(body['reference']).toBe(Sid);
    expect(Object.keys(body).filter((name) => /^(fund|required)/.test(name))).toEqual([]);
  });
});
