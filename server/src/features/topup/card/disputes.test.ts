import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { type Opened, payByCard, runGateway, sendNotice } from '../../../../test-support/outside/gateway.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney, transferBody } from '../../../../test-support/transfers.ts';
import { moveCardMoney, sumCardMoney } from '../../gateway/card-money.store.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp();
  const settings = {
    schemeTopUp: true,
    internalTransfers: true,
    paymentLimit: null,
    stepUpAmount: null,
    maxBalance: 5_000_00,
    maxBalanceUnverified: 5_000_00,
  };
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

/** Templates of the notices about a top-up that is in the account again. */
const noticesOf = async ({ holder }: typeof user) => {
  const rows = await test.ctx.asOwner<{ template: string }>(
    "SELECT template FROM outbox_message WHERE holder_id = $1 AND template = 'topUpRestored'",
    [holder.id],
  );
  return rows.map(({ template }) => template);
};

/** By two people. */
async function writeOff(amount: string | undefined): Promise<void> {
  const [agent, manager] = [
    await givenStaff(test.ctx, product.brand.tenantId, { role: 'agent' }),
    await givenStaff(test.ctx, product.brand.tenantId),
  ];
  const input = { account: user.card.account.accountNumber, ...(amount !== undefined && { amount }) };
  const asked = await give(test, agent, 'write-off-balance', { input, reason: 'will not be paid' });
  const approval = { input: { request: String(asked.body.request?.id) } };
  expect((await give(test, manager, 'approve', approval)).status).toBe(200);
}

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
    await runGateway(test);
    expect(await noticesOf(user)).toEqual(['topUpRestored']);
    const noted = await test.ctx.asOwner(
      "SELECT params ->> 'cents' AS cents FROM notification WHERE web_account_id = $1 AND kind = 'topUpRestored'",
      [user.webAccount.id],
    );
    expect(noted).toEqual([{ cents: '5000' }]);
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
      .map(({ named: id, state }) => [id, state]);
    expect(states.toSorted()).toEqual([
      [`one.${Sid}`, 'won'],
      [`two.${Sid}`, 'lost'],
    ]);
  });

  it('that comes while another one holds the money waits for its end', async () => {
    const Sid = await paid('noNotice');
    const [one, two] = [{ dispute: `one.${Sid}` }, { dispute: `two.${Sid}` }];
    await notify('charge.disputed', Sid, one);
    await notify('charge.disputed', Sid, two);
    await notify('charge.disputeWon', Sid, two);
    // The first one has the money, so the second one brings none back.
    expect([await balance(), await stateOfPayment(Sid)]).toEqual([100_00n, { state: 'ChargedBack' }]);
    test.ctx.advance(HOUR_MS);
    await runGateway(test);
    expect(await balance()).toBe(100_00n);
    await notify('charge.disputeWon', Sid, one);
    expect(await balance()).toBe(150_00n);
    const before = await programme('gateway');
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect([await balance(), await programme('gateway')]).toEqual([150_00n, before]);
    const ids = (await cases()).filter(({ charge }) => charge === `ch.${Sid}`).map(({ state }) => state);
    expect(ids).toEqual(['won', 'won']);
  });

  it.each([
    ['all of it goes', undefined, 0n, 50_00n],
    ['a part of it goes', '20.00', 0n, 20_00n],
  ])('that is won after the programme wrote the debt off: %s to what it has lost', async (_, amount, owed, lost) => {
    const before = BigInt((await programme('writtenOff')) ?? 0);
    const Sid = await paid('noNotice');
    // 150.00 are spent.
    const { account } = (await givenUser(test.ctx, { brand: product.brand, product })).card;
    const body = transferBody(user.card.account, account, { Amount: 150 });
    expect((await postMoney(test, 'transfer/internal', user.headers, body)).statusCode).toBe(200);
    await notify('charge.disputed', Sid);
    expect(await balance()).toBe(-50_00n);
    await writeOff(amount);
    expect(BigInt((await programme('writtenOff')) ?? 0) - before).toBe(-lost);
    for (const id of [1, 2]) await notify('charge.disputeWon', Sid, { id });
    expect([await balance(), BigInt((await programme('writtenOff')) ?? 0) - before]).toEqual([owed, 0n]);
    await runGateway(test);
    // A notice names what reached the account, if anything did.
    expect(await noticesOf(user)).toHaveLength(lost === 50_00n ? 0 : 1);
    // One that follows takes it from the account again, and the write-off is used up.
    await notify('charge.disputed', Sid, { dispute: `two.${Sid}` });
    await notify('charge.disputeWon', Sid, { dispute: `two.${Sid}` });
    expect([await balance(), BigInt((await programme('writtenOff')) ?? 0) - before]).toEqual([owed, 0n]);
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
  it('does not keep other money for what had moved on to another account', async () => {
    const Sid = await paid('noNotice');
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    const { tenantId } = product.brand;
    const now = test.ctx.clocks.business.now();
    const kept = (atMs: number) =>
      test.ctx.database.transact(tenantId, (tx) =>
        sumCardMoney(tx, tenantId, [user.card.account.id, other.card.account.id], {
          nowMs: atMs,
          keptInMs: 24 * HOUR_MS,
        }),
      );
    await test.ctx.database.transact(tenantId, async (tx) =>
      moveCardMoney(
        tx,
        tenantId,
        { from: user.card.account.id, to: other.card.account.id, amount: 30_00n, transferId: BigInt(now) },
        { nowMs: now, keptInMs: 24 * HOUR_MS },
      ),
    );
    for (const id of ['fw.1', 'fw.2']) {
      await notify('charge.fraudWarned', Sid, { warning: { id: `${id}.${Sid}`, word: 'made_with_stolen_card' } });
      // By hand: 20.00 of 50.00 are left, and 30.00 keep their hour where they are.
      expect(await kept(now + HOUR_MS)).toEqual(
        new Map([
          [user.card.account.id, 20_00n],
          [other.card.account.id, 30_00n],
        ]),
      );
      expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map([[user.card.account.id, 20_00n]]));
      test.ctx.advance(HOUR_MS);
    }
    test.ctx.advance(60 * HOUR_MS);
    await runGateway(test);
    expect(await kept(now + 70 * HOUR_MS)).toEqual(new Map([[user.card.account.id, 20_00n]]));
  });

  it('is lifted by two people, wherever the money has gone', async () => {
    const Sid = await paid('noNotice');
    const [other, third] = [
      await givenUser(test.ctx, { brand: product.brand, product }),
      await givenUser(test.ctx, { brand: product.brand, product }),
    ];
    const { tenantId } = product.brand;
    const now = test.ctx.clocks.business.now();
    const accounts = [user.card.account.id, other.card.account.id, third.card.account.id];
    const keptInMs = 24 * HOUR_MS;
    const kept = (atMs: number) =>
      test.ctx.database.transact(tenantId, (tx) => sumCardMoney(tx, tenantId, accounts, { nowMs: atMs, keptInMs }));
    const moveOn = (from: bigint, to: bigint, amount: bigint, transferId: number) =>
      test.ctx.database.transact(tenantId, async (tx) =>
        moveCardMoney(tx, tenantId, { from, to, amount, transferId: BigInt(transferId) }, { nowMs: now, keptInMs }),
      );
    const [mine, second, last] = accounts as [bigint, bigint, bigint];
    await moveOn(mine, second, 30_00n, now);
    await notify('charge.fraudWarned', Sid, { warning: { id: `fw.${Sid}`, word: 'made_with_stolen_card' } });
    await moveOn(mine, second, 15_00n, now + 1);
    await moveOn(second, last, 10_00n, now + 2);
    // By hand: of 50.00, 30.00 left before the warning and keep their day; 5.00 stayed, and 15.00 moved on, 10.00 of
    // them further still.
    const before = [
      [mine, 5_00n],
      [second, 5_00n],
      [last, 10_00n],
    ] as const;
    expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map(before));
    const charge = `ch.${Sid}`;
    const [agent, manager] = [
      await givenStaff(test.ctx, tenantId, { role: 'agent' }),
      await givenStaff(test.ctx, tenantId),
    ];
    const release = () => give(test, agent, 'release-load', { input: { charge }, reason: 'the holder has paid' });
    const asked = await release();
    expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map(before));
    const approval = { input: { request: String(asked.body.request?.id) } };
    expect((await give(test, manager, 'approve', approval)).body).toMatchObject({ rows: [{ charge, keptUntil: '' }] });
    // The day of the charge itself counts again, for all of it.
    expect(await kept(now + HOUR_MS)).toEqual(
      new Map([
        [mine, 5_00n],
        [second, 35_00n],
        [last, 10_00n],
      ]),
    );
    expect(await kept(now + 25 * HOUR_MS)).toEqual(new Map());
    expect((await cases()).find((one) => one['charge'] === charge)).toMatchObject({ keptUntil: '' });
    expect((await release()).body).toMatchObject({ error: 'nothing_to_do', field: 'charge' });
    // The same warning keeps nothing again; another one does.
    for (const [id, cents] of [
      ['fw', undefined],
      ['fx', 5_00n],
    ] as const) {
      await notify('charge.fraudWarned', Sid, { warning: { id: `${id}.${Sid}`, word: 'made_with_stolen_card' } });
      expect((await kept(now + 25 * HOUR_MS)).get(mine)).toBe(cents);
    }
  });

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
