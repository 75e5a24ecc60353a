import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { type Opened, payByCard, runGateway, sendNotice } from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { sumCardMoney } from '../../gateway/card-money.store.ts';

const HOUR_MS = 3_600_000;

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

const balance = () => balanceOf(test.ctx, user.card.account);

/** A top-up of 50.00 that is paid and booked. Returns our reference of it. */
async function paid(card: Parameters<typeof payByCard>[2]): Promise<string> {
  const { accountNumber } = user.card.account;
  const opened = (await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50 })).json<Opened>();
  await payByCard(test, opened, card);
  await postApi(test, 'payment/state', user.headers, { accountNumber, Sid: opened.Sid });
  return opened.Sid;
}

let notices = 0;
const notify = (type: string, Sid: string, more: object = {}) =>
  sendNotice(test, `case-${(notices += 1)}`, type, { reference: Sid, chargeId: `ch.${Sid}`, ...more });

async function cases(): Promise<readonly Record<string, unknown>[]> {
  const staff = await givenStaff(test.ctx, product.brand.tenantId);
  return (await give(test, staff, 'gateway-cases')).body.rows ?? [];
}
const stateOfCase = async (Sid: string) => (await cases()).find(({ charge }) => charge === `ch.${Sid}`)?.['state'];
const stateOfPayment = async (Sid: string) =>
  (await test.ctx.asOwner('SELECT state FROM gateway_payment WHERE id = $1', [Sid.split('.')[1]]))[0];

/** The gateway's account and suspense, whose sum with all others is 0. */
const programme = async (kind: string) =>
  (
    await test.ctx.asOwner<{ balance: string }>(
      'SELECT balance::text AS balance FROM ledger_account WHERE tenant_id = $1 AND kind = $2',
      [product.brand.tenantId, kind],
    )
  )[0]?.balance;

describe('a dispute', () => {
  it('that is won gives the money back to the account, by the notices of the sandbox', async () => {
    const Sid = await paid('isWon');
    expect(await balance()).toBe(150_00n);
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect([await balance(), await stateOfCase(Sid)]).toEqual([100_00n, 'disputed']);
    expect(await stateOfPayment(Sid)).toEqual({ state: 'ChargedBack' });
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect([await balance(), await stateOfCase(Sid)]).toEqual([150_00n, 'won']);
    expect(await stateOfPayment(Sid)).toEqual({ state: 'Paid' });
  });

  it('takes and gives back once, however often and in whatever order its notices come', async () => {
    const Sid = await paid('noNotice');
    const before = await programme('gateway');
    const dispute = { dispute: `dp.${Sid}` };
    await notify('charge.disputeWon', Sid, dispute);
    expect([await balance(), await stateOfCase(Sid)]).toEqual([150_00n, 'won']);
    for (const type of ['charge.disputed', 'charge.disputeClosed', 'charge.disputeWon', 'charge.disputed']) {
      await notify(type, Sid, dispute);
    }
    expect([await balance(), await stateOfCase(Sid)]).toEqual([150_00n, 'won']);
    expect(await programme('gateway')).toBe(before);
    const moved = await test.ctx.asOwner(
      'SELECT FROM transfer WHERE id IN (SELECT unnest(ARRAY[taken_transfer_id, won_transfer_id]) FROM gateway_dispute WHERE charge_id = $1)',
      [`ch.${Sid}`],
    );
    expect(moved.length).toBe(2);
  });

  it('after one that was won takes the money again', async () => {
    const Sid = await paid('noNotice');
    for (const type of ['charge.disputed', 'charge.disputeWon']) await notify(type, Sid, { dispute: `one.${Sid}` });
    expect(await balance()).toBe(150_00n);
    await notify('charge.disputed', Sid, { dispute: `two.${Sid}` });
    await notify('charge.disputed', Sid, { dispute: `two.${Sid}` });
    expect(await balance()).toBe(100_00n);
    await notify('charge.disputeClosed', Sid, { dispute: `two.${Sid}` });
    const states = (await cases())
      .filter(({ charge }) => charge === `ch.${Sid}`)
      .map(({ case: id, state }) => [id, state]);
    expect(states.toSorted()).toEqual([
      [`one.${Sid}`, 'won'],
      [`two.${Sid}`, 'lost'],
    ]);
  });

  it('that is a question alone moves nothing, and is the desk’s', async () => {
    const Sid = await paid('isInquired');
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect([await balance(), await stateOfCase(Sid)]).toEqual([150_00n, 'inquiry']);
    expect((await cases()).find(({ charge }) => charge === `ch.${Sid}`)).toMatchObject({
      amount: '50.00',
      disputed: '50.00',
      card: 'ends 1976, credit, AU',
    });
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect([await balance(), await stateOfCase(Sid)]).toEqual([150_00n, 'closed']);
  });

  it('of an account that has closed since puts what comes back in suspense', async () => {
    const Sid = await paid('noNotice');
    await notify('charge.disputed', Sid);
    const before = Number(await programme('suspense'));
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [user.card.account.id]);
    await notify('charge.disputeWon', Sid);
    expect(Math.abs(Number(await programme('suspense')) - before)).toBe(50_00);
  });
});

describe('a warning of fraud', () => {
  it('keeps what the charge loaded in the programme, and is the desk’s', async () => {
    const kept = (atMs: number) =>
      test.ctx.database.transact(product.brand.tenantId, (tx) =>
        sumCardMoney(tx, product.brand.tenantId, [user.card.account.id], { nowMs: atMs, keptInMs: 24 * HOUR_MS }),
      );
    const Sid = await paid('isWarned');
    const now = test.ctx.clocks.business.now();
    expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map());
    test.ctx.advance(HOUR_MS);
    await runGateway(test);
    expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map([[user.card.account.id, 50_00n]]));
    expect(await balance()).toBe(150_00n);
    expect((await cases()).filter(({ charge }) => charge === `ch.${Sid}`)).toEqual([
      expect.objectContaining({ state: 'fraudWarning', word: 'made_with_stolen_card' }),
    ]);
    // A warning that comes again keeps it no longer.
    test.ctx.advance(24 * HOUR_MS);
    await notify('charge.fraudWarned', Sid, { warning: { id: `fw.ch.${Sid}`, word: 'made_with_stolen_card' } });
    expect(await kept(now + 31 * 24 * HOUR_MS)).toEqual(new Map());
  });
});
