import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import {
  giveBackNow,
  payByCard,
  type PAYER_CARD,
  sendNotice,
  takeNoticesNow,
} from '../../../test-support/outside/gateway.ts';
import { askedRefund } from '../../../test-support/outside/gateway-asked.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { card, givenShop, shopper } from '../../../test-support/store.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { loadSampleDirectories } from '../../start/load-directories.ts';
import { takeChargeback } from '../gateway/chargeback.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';
import { takeCardBack } from '../store/take-back.kind.ts';
import { beginStatements } from './public.ts';
import { readStatements } from './read-statements.ts';

const DAY_MS = 86_400_000;
const ledger = openLedger();
const data = await mkdtemp(path.join(tmpdir(), 'wattle-orders-'));
const test = await givenApp({ WATTLE_DATA: data, WATTLE_STORE_RATE: '1000000' });
const shop = await givenShop(test);
const { tenantId } = shop.brand;
afterAll(async () => {
  await test.close();
  await rm(data, { recursive: true, force: true });
});

async function desk(command: string, input: Readonly<Record<string, string>> = {}) {
  const viewer = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  return (await give(test, viewer, command, { input })).body.rows ?? [];
}
const balanceOf = (kind: 'gateway' | 'losses' | 'fees' | 'suspense') =>
  test.ctx.database.read(tenantId, async (tx) => {
    const id = await ledger.settlementAccount(tx, tenantId, kind);
    return (await ledger.balance(tx, tenantId, id))?.balance ?? 0n;
  });

/** An order of virtual cards of so many dollars each, with its fee of 5.95, paid with a card of the sandbox. */
async function order(amounts: readonly number[], by: keyof typeof PAYER_CARD = 'approves', isIssuable = true) {
  // All orders use the same sandbox cards, whose attempts count against card testing.
  await test.ctx.asOwner('DELETE FROM gateway_attempt');
  const at = shopper(test, shop);
  const { OrderId } = await at.place(amounts.map((Amount) => card(shop, 'virtual', { Amount })));
  const opened = await at.pay(OrderId);
  if (!isIssuable) {
    await test.ctx.asOwner(
      `UPDATE ledger_account SET closed_at = now() WHERE id IN
         (SELECT a.ledger_account_id FROM store_item i JOIN member_account a ON a.id = i.member_account_id
          JOIN store_order o ON o.id = i.order_id WHERE o.public_id = $1)`,
      [OrderId],
    );
  }
  await payByCard(test, opened, by);
  test.ctx.advance(1_000);
  await takeNoticesNow(test);
  return OrderId;
}

/** The desk refunds the first card of an order, or so many cents of it. */
async function refund(OrderId: string, cents?: bigint): Promise<void> {
  const [item] = await test.ctx.asOwner<{ id: string }>(
    `SELECT i.id::text FROM store_item i JOIN store_order o ON o.id = i.order_id
      WHERE o.public_id = $1 AND i.position = 1`,
    [OrderId],
  );
  const given = { tenantId, itemId: BigInt(item?.id ?? 0), as: 'refunded', actor: 'desk', requestId: 'test' } as const;
  const part = cents === undefined ? undefined : { amount: cents, key: OrderId };
  expect(await takeCardBack(test.ctx, { ...given, ...(part && { part }) })).toMatchObject({ ok: true });
}

const refundsOf = (state: string) =>
  test.ctx.asOwner<{ amount: string }>(
    'SELECT amount::text FROM gateway_refund WHERE tenant_id = $1 AND state = $2 ORDER BY amount',
    [tenantId, state],
  );

/** The next day at the same hour, by both clocks: the gateway's page and notices end by them. */
function nextDay(): void {
  test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + DAY_MS).toISOString());
  test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
}

it('orders, refunds and chargebacks leave nothing unmatched beside the statement of the gateway', async () => {
  nextDay();
  await beginStatements(test.ctx, tenantId);
  await order([50, 30]);
  await refund(await order([60]), 20_00n);
  // 50.00 is also a part of other orders and of their chargebacks.
  await refund(await order([50]));
  await order([50, 40], 'isChargedBack');
  await refund(await order([50], 'isChargedBack'), 20_00n);
  const late = await order([70], 'isChargedBack');
  // Both could not be issued, so all is refunded; one is charged back as well.
  await order([80], 'approves', false);
  await order([90], 'isChargedBack', false);
  await giveBackNow(test, tenantId);
  expect(await refundsOf('Done')).toMatchObject(['2000', '2000', '5000', '8595', '9595'].map((amount) => ({ amount })));
  nextDay();
  // It is asked for while the bank of the card takes the charge back.
  await refund(late, 30_00n);
  await takeNoticesNow(test);
  await giveBackNow(test, tenantId);
  expect(await refundsOf('Stopped')).toEqual([{ amount: '3000' }]);
  nextDay();
  await readStatements(test.ctx, tenantId);
  expect(await desk('unmatched', { account: 'gateway' })).toEqual([]);
  const [difference] = (await desk('differences')).filter(({ account }) => account === 'gateway');
  expect(difference).toMatchObject({ difference: '0.00', unexplained: '0.00' });
  // By hand. Lost: the fees of three orders, 20.00 that had been refunded and the 95.95 of the one never issued.
  expect(await balanceOf('losses')).toBe(-(3n * 5_95n + 20_00n + 95_95n));
  expect(await balanceOf('fees')).toBe(6n * 5_95n);
  expect(await desk('chargebacks')).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ amount: '95.95', refunded: '0.00', refundedBefore: false }),
      expect.objectContaining({ amount: '55.95', refunded: '20.00', refundedBefore: true }),
      expect.objectContaining({ amount: '75.95', refunded: '0.00', refundedBefore: false }),
      expect.objectContaining({ amount: '95.95', refunded: '95.95', refundedBefore: true }),
    ]),
  );
});

it('a refund that was on its way when its charge was charged back is lost once the gateway says that it was made', async () => {
  const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
  await refund(await order([50], 'isChargedBack'), 30_00n);
  const [asked] = await test.ctx.asOwner<{ key: string; charge: string }>(
    "UPDATE gateway_refund SET state = 'Pending' WHERE tenant_id = $1 AND state = 'Asked' RETURNING key, charge_id AS charge",
    [tenantId],
  );
  const [key, chargeId] = [`${tenantId}.${asked?.key}.1`, asked?.charge ?? ''];
  // The gateway makes it, and its answer is lost.
  expect(await test.ctx.outside.sandboxGateway?.refund(askedRefund({ key, chargeId, amount: 30_00n }))).toEqual({
    kind: 'done',
    value: null,
  });
  nextDay();
  await takeNoticesNow(test);
  // By hand: only the fee is lost, while no one has said that the refund was made.
  expect([(await balanceOf('losses')) - losses, (await balanceOf('gateway')) - gateway]).toEqual([-5_95n, 0n]);
  const stopped = (await refundsOf('Stopped')).length;
  await giveBackNow(test, tenantId);
  for (const id of ['made-once', 'made-twice']) {
    await sendNotice(test, id, 'refund.done', { refund: key });
    await takeNoticesNow(test);
  }
  expect((await refundsOf('Stopped')).length).toBe(stopped - 1);
  expect([(await balanceOf('losses')) - losses, (await balanceOf('gateway')) - gateway]).toEqual([-35_95n, 30_00n]);
  nextDay();
  await readStatements(test.ctx, tenantId);
  expect(await desk('unmatched', { account: 'gateway' })).toEqual([]);
});

const refundRows = () =>
  test.ctx.asOwner<{ key: string; charge: string; state: string; amount: string }>(
    `SELECT r.key, r.charge_id AS charge, r.state, r.amount::text FROM gateway_refund r
      WHERE r.tenant_id = $1 ORDER BY r.asked_at DESC, r.key DESC`,
    [tenantId],
  );

it('a refund that fails after it was made is owed again, and is paid once more', async () => {
  const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
  await refund(await order([60], 'refundReturns'), 25_00n);
  // One that could not be issued was never booked.
  await order([80], 'refundReturns', false);
  await giveBackNow(test, tenantId);
  expect((await refundRows()).slice(0, 2).map(({ state }) => state)).toEqual(['Done', 'Done']);
  nextDay();
  await takeNoticesNow(test);
  const owed = await desk('gateway-refunds');
  expect(owed).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ amount: '25.00', reason: 'cameBack' }),
      expect.objectContaining({ amount: '85.95', reason: 'cameBack' }),
    ]),
  );
  expect(owed).toHaveLength(2);
  expect(await refundsOf('CameBack')).toEqual([{ amount: '2500' }, { amount: '8595' }]);
  // By hand: 65.95 came. The gateway has the 25.00 again, and they are owed as they were before it had made the refund.
  expect([(await balanceOf('losses')) - losses, (await balanceOf('gateway')) - gateway]).toEqual([0n, -40_95n]);
  const agent = await givenStaff(test.ctx, tenantId);
  for (const { refund: key } of owed) {
    const again = await give(test, agent, 'refund-again', { input: { refund: String(key) } });
    expect(again.body).toMatchObject({ rows: [{ state: 'Asked' }] });
  }
  await giveBackNow(test, tenantId);
  expect(await desk('gateway-refunds')).toEqual([]);
  nextDay();
  await readStatements(test.ctx, tenantId);
  expect(await desk('unmatched', { account: 'gateway' })).toEqual([]);
  const [difference] = (await desk('differences')).filter(({ account }) => account === 'gateway');
  expect(difference).toMatchObject({ difference: '0.00', unexplained: '0.00' });
});

it('a refund that came back is paid to a bank account', async () => {
  await loadSampleDirectories(test.ctx.database, '2026-11-20');
  await refund(await order([50], 'refundReturns'), 10_00n);
  await giveBackNow(test, tenantId);
  nextDay();
  await takeNoticesNow(test);
  const [owed] = await desk('gateway-refunds');
  expect(await payRefund(String(owed?.['refund']))).toMatchObject({ rows: [{ amount: '10.00' }] });
  nextDay();
  await readStatements(test.ctx, tenantId);
  expect(await desk('unmatched', { account: 'gateway' })).toEqual([]);
});

/** By two people. */
async function payRefund(refundKey: string) {
  const [agent, manager] = [
    await givenStaff(test.ctx, tenantId, { role: 'agent' }),
    await givenStaff(test.ctx, tenantId),
  ];
  const input = { refund: refundKey, bsb: '000-101', to: '61200447', name: 'Amelia Chen' };
  const asked = await give(test, agent, 'pay-refund', { input, reason: 'the card is closed' });
  if (!asked.body.request) return asked.body;
  return (await give(test, manager, 'approve', { input: { request: String(asked.body.request.id) } })).body;
}

it('a refund that the gateway refuses for good is paid to a bank account by two people, once', async () => {
  await loadSampleDirectories(test.ctx.database, '2026-11-20');
  const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
  await refund(await order([60]), 25_00n);
  // One that could not be issued was never booked.
  await order([80], 'approves', false);
  await test.ctx.asOwner("UPDATE gateway_refund SET state = 'Failed' WHERE state = 'Asked'");
  const failed = await desk('gateway-refunds');
  expect(failed.map(({ amount }) => amount).toSorted()).toEqual(['25.00', '85.95']);
  for (const { refund: refundKey, amount } of failed) {
    expect(await payRefund(String(refundKey))).toMatchObject({ rows: [{ amount }] });
    expect(await payRefund(String(refundKey))).toMatchObject({ error: 'not_found', field: 'refund' });
    const again = { input: { refund: String(refundKey) } };
    expect((await give(test, await givenStaff(test.ctx, tenantId), 'refund-again', again)).body.error).toBe(
      'not_found',
    );
  }
  const paid = await test.ctx.asOwner<{ amount: string; method: string; bsb: string; state: string }>(
    "SELECT amount::text, method, bsb, state FROM payment_out WHERE tenant_id = $1 AND reference = 'Refund' ORDER BY amount",
    [tenantId],
  );
  expect(paid).toEqual(
    // The first one is of the test before.
    ['1000', '2500', '8595'].map((amount) => ({ amount, method: 'external', bsb: '000101', state: 'Made' })),
  );
  // By hand: 65.95 came, of which 25.00 went back and out by the bank; 85.95 came beside the books and left by the bank.
  expect((await balanceOf('gateway')) - gateway).toBe(-(65_95n + 85_95n));
  nextDay();
  await readStatements(test.ctx, tenantId);
  expect(await desk('unmatched', { account: 'gateway' })).toEqual([]);
  // What was paid to a bank account is lost where its charge is charged back after all.
  const [charged] = await test.ctx.asOwner<{ id: string }>(
    "SELECT charge_id AS id FROM gateway_refund WHERE tenant_id = $1 AND state = 'Paid' AND amount = 8595",
    [tenantId],
  );
  expect(await takeChargeback(test.ctx, tenantId, charged?.id ?? '')).toBe(true);
  expect((await balanceOf('losses')) - losses).toBe(-85_95n);
});

describe('a refund that came back', () => {
  /** 30.00 of 55.95 were refunded; the gateway's reference of the refund. */
  async function givenRefunded() {
    await refund(await order([50]), 30_00n);
    await giveBackNow(test, tenantId);
    const [made] = await refundRows();
    if (made?.state !== 'Done') throw new Error('the gateway made it');
    const say = async (id: string, type: string) => {
      await sendNotice(test, `${id}.${made.key}`, type, { refund: `${tenantId}.${made.key}.1` });
      await takeNoticesNow(test);
    };
    const state = async () =>
      (await refundRows()).filter(({ charge }) => charge === made.charge).map(({ state }) => state);
    return { ...made, say, state };
  }

  it('is taken in once, in whatever order the gateway says it', async () => {
    const { key, say, state } = await givenRefunded();
    const gateway = await balanceOf('gateway');
    await test.ctx.asOwner("UPDATE gateway_refund SET state = 'Pending' WHERE key = $1", [key]);
    for (const id of ['one', 'two']) await say(id, 'refund.returned');
    await say('late', 'refund.done');
    await say('wrong', 'refund.failed');
    expect((await state()).toSorted()).toEqual(['CameBack', 'Failed']);
    expect((await balanceOf('gateway')) - gateway).toBe(0n);
  });

  it('is taken in where the gateway says that it failed', async () => {
    const { say, state } = await givenRefunded();
    const gateway = await balanceOf('gateway');
    for (const id of ['one', 'two']) await say(id, 'refund.failed');
    expect((await state()).toSorted()).toEqual(['CameBack', 'Failed']);
    expect((await balanceOf('gateway')) - gateway).toBe(0n);
  });

  it('is stopped by a chargeback, which then loses nothing of it', async () => {
    const { charge, say, state } = await givenRefunded();
    const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
    await say('one', 'refund.returned');
    expect(await takeChargeback(test.ctx, tenantId, charge)).toBe(true);
    expect((await state()).toSorted()).toEqual(['CameBack', 'Stopped']);
    // By hand: of 55.95 the card has 20.00 left, 30.00 are at the gateway, and the fee of 5.95 is lost.
    expect([(await balanceOf('losses')) - losses, (await balanceOf('gateway')) - gateway]).toEqual([-5_95n, 25_95n]);
  });

  it('makes up for the loss where its charge was charged back before', async () => {
    const { charge, say, state } = await givenRefunded();
    const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
    expect(await takeChargeback(test.ctx, tenantId, charge)).toBe(true);
    // By hand: the fee, and the 30.00 that had been refunded.
    expect((await balanceOf('losses')) - losses).toBe(-35_95n);
    await say('one', 'refund.returned');
    expect((await state()).toSorted()).toEqual(['CameBack', 'Stopped']);
    expect([(await balanceOf('losses')) - losses, (await balanceOf('gateway')) - gateway]).toEqual([-5_95n, 25_95n]);
  });

  it('is owed again where its charge was charged back before and the dispute is won', async () => {
    const { charge, say, state } = await givenRefunded();
    const [losses, gateway] = [await balanceOf('losses'), await balanceOf('gateway')];
    const suspense = await balanceOf('suspense');
    expect(await takeChargeback(test.ctx, tenantId, charge)).toBe(true);
    await say('one', 'refund.returned');
    for (const id of ['won', 'again']) {
      await sendNotice(test, `${id}.${charge}`, 'charge.disputeWon', { chargeId: charge, reference: charge.slice(3) });
      await takeNoticesNow(test);
    }
    expect((await state()).toSorted()).toEqual(['CameBack', 'Failed']);
    // By hand: nothing is lost, the 20.00 of the closed card are in suspense, the gateway owes the buyer's 30.00.
    expect([
      (await balanceOf('losses')) - losses,
      (await balanceOf('gateway')) - gateway,
      (await balanceOf('suspense')) - suspense,
    ]).toEqual([0n, 0n, 20_00n]);
  });
});

it('keeps the ledger consistent', async () => {
  // Accounts were closed beside the ledger, and the clock was moved.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('a dispute of an order that is won reverses its chargeback, and what its closed cards had is in suspense', async () => {
  const before = { losses: await balanceOf('losses'), suspense: await balanceOf('suspense') };
  const moved = async () => [
    (await balanceOf('losses')) - before.losses,
    (await balanceOf('suspense')) - before.suspense,
  ];
  nextDay();
  await readStatements(test.ctx, tenantId);
  const known = (await desk('unmatched', { account: 'gateway' })).map((row) => JSON.stringify(row));
  await order([50], 'isWon');
  nextDay();
  await takeNoticesNow(test);
  expect(await moved()).toEqual([-5_95n, 0n]);
  nextDay();
  await takeNoticesNow(test);
  expect(await moved()).toEqual([0n, 50_00n]);
  nextDay();
  await readStatements(test.ctx, tenantId);
  const unmatched = await desk('unmatched', { account: 'gateway' });
  expect(unmatched.filter((row) => !known.includes(JSON.stringify(row)))).toEqual([]);
});
