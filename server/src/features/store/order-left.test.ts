import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { accepted, freshKey } from '../../../test-support/ledger/ledger.ts';
import { giveBackNow, runGateway, sendNotice } from '../../../test-support/outside/gateway.ts';
import { dice } from '../../../test-support/dice.ts';
import { inFull, seedOr } from '../../../test-support/sampled.ts';
import { card, givenPaidOrder, givenShop, type TestShop } from '../../../test-support/store.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { type AccountKind, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { cardMoney } from '../gateway/public.ts';
import { askAgain } from '../gateway/refund.store.ts';
import { takeCardBack } from './take-back.kind.ts';

const ledger = openLedger();

let test: TestApp;
let shop: TestShop;
beforeAll(async () => {
  // All orders come from one address, so the limit of orders by address would end the histories.
  test = await givenApp({ WATTLE_STORE_RATE: '1000000' });
  shop = await givenShop(test);
});
afterAll(() => test.close());

type Settlement = Exclude<AccountKind, 'cardholder'>;
type Ordered = { readonly OrderId: string; readonly item: bigint; readonly account: bigint; readonly charge: string };

/** An order of one card of so many cents, paid. */
async function ordered(cents: number): Promise<Ordered> {
  // All orders use the same sandbox card, whose attempts count against card testing.
  await test.ctx.asOwner('DELETE FROM gateway_attempt');
  const { OrderId } = await givenPaidOrder(test, shop, [card(shop, 'reloadable', { Amount: cents / 100 })]);
  const [row] = await test.ctx.asOwner<Omit<Ordered, 'OrderId'>>(
    `SELECT i.id AS item, a.ledger_account_id AS account, o.charge_id AS charge FROM store_order o
       JOIN store_item i ON i.order_id = o.id JOIN member_account a ON a.id = i.member_account_id
      WHERE o.public_id = $1`,
    [OrderId],
  );
  if (!row) throw new Error('an order has a card');
  return { OrderId, item: BigInt(row.item), account: BigInt(row.account), charge: row.charge };
}

/** Moves cents between the card and an account of the programme: above zero they leave the card. */
async function post(account: bigint, code: keyof typeof TRANSFER_CODE, cents: bigint, other: Settlement) {
  const { tenantId } = shop.brand;
  const at = test.ctx.clocks.business.now();
  await test.ctx.database.transact(tenantId, async (tx) => {
    const programme = await ledger.settlementAccount(tx, tenantId, other);
    const [debit, credit] = cents > 0n ? [account, programme] : [programme, account];
    const times = { effectiveAt: at, postedAt: at };
    const amount = cents > 0n ? cents : -cents;
    const posting = { tenantId, key: freshKey(), debit, credit, amount, code: TRANSFER_CODE[code], forced: true };
    accepted(await ledger.post(tx, { ...posting, ...times }));
  });
}

async function hold(account: bigint, amount: bigint): Promise<bigint> {
  const { tenantId } = shop.brand;
  const placedAt = test.ctx.clocks.business.now();
  const asked = { tenantId, key: freshKey(), account, amount, placedAt, expiresAt: placedAt + 1e9 };
  return test.ctx.database.transact(tenantId, async (tx) => accepted(await ledger.placeHold(tx, asked)).id);
}

async function capture(hold_: bigint, amount: bigint): Promise<void> {
  const { tenantId } = shop.brand;
  const at = test.ctx.clocks.business.now();
  await test.ctx.database.transact(tenantId, async (tx) => {
    const credit = await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
    const asked = { tenantId, key: freshKey(), hold: hold_, amount, credit, code: TRANSFER_CODE.purchase };
    accepted(await ledger.captureHold(tx, { ...asked, effectiveAt: at, postedAt: at, forced: true }));
  });
}

async function balance(of: bigint | Settlement): Promise<bigint> {
  const { tenantId } = shop.brand;
  return test.ctx.database.read(tenantId, async (tx) => {
    const id = typeof of === 'bigint' ? of : await ledger.settlementAccount(tx, tenantId, of);
    return (await ledger.balance(tx, tenantId, id))?.balance ?? 0n;
  });
}

const refund = ({ item }: Ordered, amount?: bigint) =>
  takeCardBack(test.ctx, {
    tenantId: shop.brand.tenantId,
    itemId: item,
    as: 'refunded',
    actor: 'desk',
    requestId: 'test',
    ...(amount !== undefined && { part: { amount, key: freshKey() } }),
  });

async function chargeBack({ charge }: Ordered): Promise<void> {
  const data = { reference: charge.replace(/^ch\./, ''), chargeId: charge };
  await sendNotice(test, `dispute-${charge}`, 'charge.disputed', data);
  await runGateway(test);
}

describe('the remainder of an order', () => {
  it.each([
    ['is spent first, and what its holder has loaded stays', [['purchase', 50_00n]], 0n],
    ['is spent first, in part', [['purchase', 20_00n]], 30_00n],
    ['is sent away first', [['transferOut', 40_00n]], 10_00n],
    ['pays fees first', [['fee', 5_00n]], 45_00n],
    // A refund reverses the last spending: of 60.00 the last 10.00 were the holder's.
    [
      'comes back with what a shop refunds',
      [
        ['purchase', 60_00n],
        ['refund', -25_00n],
      ],
      15_00n,
    ],
    [
      'comes back with a payment that is returned',
      [
        ['transferOut', 50_00n],
        ['comeBack', -50_00n],
      ],
      50_00n,
    ],
    [
      'is not what comes without having been spent',
      [
        ['refund', -9_00n],
        ['purchase', 50_00n],
      ],
      0n,
    ],
    [
      'comes back with what a dispute credits',
      [
        ['purchase', 50_00n],
        ['adjustment', -50_00n],
      ],
      50_00n,
    ],
    [
      'is gone with it',
      [
        ['purchase', 50_00n],
        ['adjustment', -50_00n],
        ['adjustment', 50_00n],
      ],
      0n,
    ],
  ] as const)('%s', async (_, moves, left) => {
    const order = await ordered(50_00);
    await post(order.account, 'topUp', -30_00n, 'bank');
    for (const [code, cents] of moves)
      await post(
        order.account,
        code,
        cents,
        code === 'fee' ? 'fees' : code === 'transferOut' || code === 'comeBack' ? 'bank' : 'schemeSettlement',
      );
    const before = await balance(order.account);
    expect(await refund(order)).toMatchObject({ ok: true, value: { amount: Number(left) / 100 } });
    expect(await balance(order.account)).toBe(before - left);
  });

  it('is used first by holds', async () => {
    const order = await ordered(50_00);
    await post(order.account, 'topUp', -30_00n, 'bank');
    await hold(order.account, 45_00n);
    expect(await refund(order)).toMatchObject({ ok: true, value: { amount: 5 } });
    expect(await balance(order.account)).toBe(75_00n);
  });

  it('is debited last where a load of its holder is reversed', async () => {
    const order = await ordered(50_00);
    await post(order.account, 'topUp', -30_00n, 'gateway');
    await post(order.account, 'adjustment', 30_00n, 'gateway');
    expect(await refund(order)).toMatchObject({ ok: true, value: { amount: 50 } });
  });
});

describe('a chargeback of an order', () => {
  it('leaves the holder money that was loaded in other ways, and the programme bears what was spent', async () => {
    const order = await ordered(50_00);
    await post(order.account, 'topUp', -100_00n, 'bank');
    await post(order.account, 'purchase', 35_00n, 'schemeSettlement');
    const [gateway, losses, fees] = [await balance('gateway'), await balance('losses'), await balance('fees')];
    await chargeBack(order);
    expect(await balance(order.account)).toBe(100_00n);
    expect((await balance('gateway')) - gateway).toBe(55_95n);
    // 35.00 that were spent, and the fee of 5.95.
    expect((await balance('losses')) - losses).toBe(-40_95n);
    expect((await balance('fees')) - fees).toBe(0n);
  });

  it.each([
    ['a part', 20_00n],
    ['all', undefined],
  ])('after a refund of %s takes the rest, each cent once', async (_, part) => {
    const order = await ordered(50_00);
    const gateway = await balance('gateway');
    const [losses] = [await balance('losses')];
    expect(await refund(order, part)).toMatchObject({ ok: true });
    await chargeBack(order);
    expect(await balance(order.account)).toBe(0n);
    // The charge was 55.95, and refund and chargeback together return exactly that.
    expect((await balance('gateway')) - gateway).toBe(55_95n);
    expect((await balance('losses')) - losses).toBe(-5_95n);
  });

  it('ends a refund that the gateway declined, without a retry', async () => {
    const order = await ordered(50_00);
    await refund(order, 20_00n);
    await test.ctx.asOwner(`UPDATE gateway_refund SET state = 'Failed' WHERE charge_id = $1`, [order.charge]);
    await chargeBack(order);
    const { tenantId } = shop.brand;
    const [row] = await test.ctx.asOwner<{ key: string }>('SELECT key FROM gateway_refund WHERE charge_id = $1', [
      order.charge,
    ]);
    const isAsked = await test.ctx.database.transact(tenantId, (tx) => askAgain(tx, tenantId, row?.key ?? '', 0));
    await giveBackNow(test, tenantId);
    expect(isAsked).toBe(false);
  });
});

/** An order and its card as arithmetic. */
type Model = { order: bigint; own: bigint; orderSpent: bigint; ownSpent: bigint; held: bigint; taken: bigint };

const least = (...all: readonly bigint[]) => all.reduce((a, b) => (a < b ? a : b));
const most = (...all: readonly bigint[]) => all.reduce((a, b) => (a > b ? a : b));
const leftIn = ({ order, own, held }: Model) => most(0n, least(order - held, order + own - held));

function spend(model: Model, cents: bigint): void {
  const ofOrder = least(model.order, cents);
  model.order -= ofOrder;
  model.orderSpent += ofOrder;
  model.own -= cents - ofOrder;
  model.ownSpent += cents - ofOrder;
}

/** The cents that were spent last are returned first. */
function giveBack(model: Model, cents: bigint): void {
  const toOwn = least(model.ownSpent, cents);
  const toOrder = least(model.orderSpent, cents - toOwn);
  model.ownSpent -= toOwn;
  model.orderSpent -= toOrder;
  model.order += toOrder;
  model.own += cents - toOrder;
}

const HISTORIES = inFull(40, 4);
const STEPS = 20;

describe('random histories', () => {
  it('leave exactly the remainder that the model computes', { timeout: inFull(120_000, 15_000) }, async () => {
    const seed = seedOr(350);
    const random = dice(seed);
    for (let history = 0; history < HISTORIES; history += 1) {
      const bought = BigInt(20_00 + random(100_00));
      const order = await ordered(Number(bought));
      const { account } = order;
      const model: Model = { order: bought, own: 0n, orderSpent: 0n, ownSpent: 0n, held: 0n, taken: 0n };
      const holds: { id: bigint; cents: bigint }[] = [];
      const steps: string[] = [];
      const [gateway, losses] = [await balance('gateway'), await balance('losses')];
      for (let step = 0; step < STEPS; step += 1) {
        const cents = BigInt(1 + random(40_00));
        const what = random(9);
        steps.push(`${what}:${cents}`);
        const free = model.order + model.own - model.held;
        if (what === 0) {
          await post(account, 'topUp', -cents, 'bank');
          model.own += cents;
        } else if (what === 1 || what === 2) {
          await post(
            account,
            what === 1 ? 'purchase' : 'transferOut',
            cents,
            what === 1 ? 'schemeSettlement' : 'directEntry',
          );
          spend(model, cents);
        } else if (what === 3) {
          await post(account, 'refund', -cents, 'schemeSettlement');
          giveBack(model, cents);
        } else if (what === 4 && cents <= free) {
          holds.push({ id: await hold(account, cents), cents });
          model.held += cents;
        } else if (what === 5) {
          const held = holds.pop();
          if (!held) continue;
          await capture(held.id, held.cents);
          model.held -= held.cents;
          spend(model, held.cents);
        } else if (what === 6) {
          // A load of the holder that is reversed.
          await post(account, 'adjustment', cents, 'bank');
          model.own -= cents;
        } else if (what === 7) {
          const part = least(cents, leftIn(model));
          if (part === 0n) continue;
          const more = leftIn(model) - part + 1n;
          const taken = [await refund(order, part), await refund(order, more)].map(({ ok }) => ok);
          expect({ steps, taken }).toEqual({ steps, taken: [true, false] });
          model.order -= part;
          model.taken += part;
        } else if (what === 8) {
          await post(account, 'adjustment', -cents, 'schemeSettlement');
          giveBack(model, cents);
        }
        expect({ steps, balance: await balance(account) }).toEqual({ steps, balance: model.order + model.own });
      }
      const taken = leftIn(model);
      await chargeBack(order);
      const found = {
        card: await balance(account),
        gateway: (await balance('gateway')) - gateway,
        losses: (await balance('losses')) - losses,
      };
      expect({ seed, history, steps, ...found }).toEqual({
        seed,
        history,
        steps,
        card: model.order + model.own - taken,
        gateway: bought + 5_95n,
        losses: -(bought - taken - model.taken) - 5_95n,
      });
    }
  });

  it('keep the ledger consistent', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});

it('money that an order loaded by card stays in the programme for a day, also when it is passed on', async () => {
  const { item, account } = await ordered(50_00);
  const [row] = await test.ctx.asOwner<{ id: string }>('SELECT id FROM member_account WHERE ledger_account_id = $1', [
    account,
  ]);
  const id = BigInt(row?.id ?? 0);
  const { tenantId } = shop.brand;
  const kept = (of: bigint) =>
    test.ctx.database.read(tenantId, (tx) => cardMoney.read({ ctx: test.ctx, tx, tenantId }, [of]));
  expect(item).toBeGreaterThan(0n);
  expect(await kept(id)).toEqual(new Map([[id, 50_00n]]));
  const other = 987_654n;
  await test.ctx.database.transact(tenantId, async (tx) => {
    cardMoney.transfer({ ctx: test.ctx, tx, tenantId }, { from: id, to: other, amount: 30_00n, transferId: 42n });
  });
  expect([await kept(id), await kept(other)]).toEqual([new Map([[id, 20_00n]]), new Map([[other, 30_00n]])]);
  test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + test.ctx.config.gateway.keptInMs).toISOString());
  expect([await kept(id), await kept(other)]).toEqual([new Map(), new Map()]);
});
