import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenCard, type TestCard } from '../../../../test-support/factories.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { freshReference } from '../../../../test-support/network.ts';
import { knownToProcessor, messageOf } from '../../../../test-support/processor-cards.ts';
import { givenConnection, knowSample } from '../../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../../test-support/processors/sample/sample.ts';
import type { Keyed } from '../../../outside/processors/port.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { referenceOf } from '../../../outside/processors/reference.ts';
import type { Told } from '../../../outside/processors/told.ts';
import { authorisePurchase } from '../authorise.ts';
import { adoptIncrement } from './adopt-increment.ts';
import { takeTold, type TakenTold } from './take-told.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

const AT = '2026-11-20T02:00:00Z';

/** A purchase of 100.00 that is asked for. */
async function given(balance = 1_000_00n, amount = 100_00) {
  const card = await givenCard(test.ctx, { balance });
  const named = await knownToProcessor(test.ctx, card);
  const purchase = messageOf(named, { amount });
  const original = purchase.reference;
  const by = { tenantId: card.brand.tenantId, connection: 1 };
  const tell = async (told: object, after?: number) => {
    const keyed = { key: freshReference(), of: 'of', at: AT, after, reference: freshReference(), original };
    return (await takeTold(test.ctx, { ...keyed, ...told } as TakenTold, by)).answer;
  };
  return {
    card,
    purchase,
    ask: async (message = purchase) => (await authorisePurchase(test.ctx, message)).answer,
    more: (cents: number): PurchaseMessage => messageOf(named, { amount: cents, original }),
    adopt: async (message: PurchaseMessage, more: { cents?: number; after?: number; isApproved?: boolean } = {}) => {
      const { cents, after, isApproved = true } = more;
      const ours = cents === undefined ? undefined : { isApproved, cents: BigInt(cents) };
      return (await adoptIncrement(test.ctx, card.brand.tenantId, { message, original, after, ours })).answer;
    },
    hold: (cents: number, after?: number) => tell({ did: 'holdSet', amount: cents }, after),
    reverse: (left: number, after?: number, of = original) => tell({ did: 'reversed', left, original: of }, after),
    expire: (after?: number) => tell({ did: 'expired' }, after),
    clear: (cents: number, isFinal: boolean, after?: number) =>
      tell({ did: 'cleared', isFinal, message: messageOf(named, { amount: cents, original }) }, after),
    money: () => moneyOf(card),
  };
}

async function moneyOf({ account }: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [account.ledgerAccountId],
  );
  return [Number(row?.balance), Number(row?.held)];
}

describe('an increment behind a hold of its processor', () => {
  it('is held too, and declined where the balance does not cover it', async () => {
    const it = await given(150_00n);
    expect([await it.ask(), await it.ask(it.more(20_00)), await it.hold(120_00, 7)]).toEqual(['00', '00', '00']);
    expect(await it.ask(it.more(30_01))).toBe('51');
    expect(await it.ask(it.more(30_00))).toBe('00');
    expect(await it.money()).toEqual([150_00, 150_00]);
  });
});

describe('events without a place behind a hold', () => {
  it.each<[string, (it: Awaited<ReturnType<typeof given>>) => Promise<string>, number[]]>([
    ['the last clearing', (it) => it.clear(63_20, true), [936_80, 0]],
    ['a reversal', (it) => it.reverse(0), [1_000_00, 0]],
    ['an expiry', (it) => it.expire(), [1_000_00, 0]],
  ])('end it: %s, also before the purchase', async (_what, end, left) => {
    const late = await given(1_000_00n, 63_20);
    expect([await late.ask(), await late.hold(63_20), await end(late)]).toEqual(['00', '00', '00']);
    expect(await late.money()).toEqual(left);
    const early = await given(1_000_00n, 63_20);
    await early.hold(63_20);
    test.ctx.advance(1_000);
    expect([await end(early), await early.ask()]).toEqual(['00', '00']);
    expect(await early.money()).toEqual(left);
  });
});

describe('a single-use card', () => {
  const statusOf = async ({ id }: TestCard) =>
    (await test.ctx.asOwner<{ status: string }>('SELECT status FROM card WHERE id = $1', [id]))[0]?.status;

  it.each(['cleared first', 'released first'])('is used up by its purchase: %s', async (order) => {
    const it = await given();
    await test.ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [it.card.id]);
    await it.ask();
    const steps = [() => it.clear(40_00, false, 5), () => it.hold(0, 6)];
    for (const step of order === 'cleared first' ? steps : steps.toReversed()) expect(await step()).toBe('00');
    expect([await it.money(), await statusOf(it.card)]).toEqual([[960_00, 0], 'Closed']);
  });

  it('is used up where its purchase is held again', async () => {
    const it = await given();
    await test.ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [it.card.id]);
    await it.ask();
    await it.hold(0, 1);
    expect(await statusOf(it.card)).toBe('Active');
    await it.hold(10_00, 2);
    expect(await statusOf(it.card)).toBe('Closed');
  });
});

describe('an increment that its processor approved', () => {
  it('is added once, also beside a hold of a later place', async () => {
    const it = await given();
    await it.ask();
    const more = it.more(20_00);
    expect([await it.adopt(more, { after: 3 }), await it.adopt(more, { after: 3 })]).toEqual(['00', '00']);
    expect(await it.money()).toEqual([1_000_00, 120_00]);
    await it.hold(150_00, 9);
    expect(await it.adopt(it.more(30_00), { after: 8 })).toBe('00');
    expect(await it.money()).toEqual([1_000_00, 150_00]);
  });

  it.each([
    [25_00, 125_00],
    [15_00, 115_00],
  ])('with %s in place of the 20.00 that we approved is held so', async (cents, held) => {
    const it = await given();
    await it.ask();
    const more = it.more(20_00);
    await it.ask(more);
    const theirs = { ...more, amount: cents };
    expect([await it.adopt(theirs, { cents: 20_00 }), await it.adopt(theirs, { cents: 20_00 })]).toEqual(['00', '00']);
    expect(await it.money()).toEqual([1_000_00, held]);
  });

  it('of a purchase that was reversed is held on that, and ends with it', async () => {
    const it = await given();
    await it.ask();
    await it.reverse(0, 1);
    expect(await it.adopt(it.more(20_00))).toBe('00');
    expect(await it.money()).toEqual([1_000_00, 20_00]);
    await it.hold(0, 5);
    expect(await it.money()).toEqual([1_000_00, 0]);
  });

  it('of a purchase that was cleared whole holds nothing', async () => {
    const it = await given();
    await it.ask();
    await it.clear(100_00, true);
    expect(await it.adopt(it.more(20_00))).toBe('00');
    expect(await it.money()).toEqual([900_00, 0]);
  });

  it('of a purchase that we declined is held for that, once, and ends with it', async () => {
    const it = await given(50_00n);
    expect(await it.ask()).toBe('51');
    const more = it.more(20_00);
    expect([await it.adopt(more), await it.adopt(more)]).toEqual(['00', '00']);
    expect(await it.money()).toEqual([50_00, 20_00]);
    expect(await it.adopt(it.more(5_00), { cents: 5_00, isApproved: false })).toBe('00');
    expect(await it.money()).toEqual([50_00, 25_00]);
    expect(await it.hold(0, 5)).toBe('00');
    expect(await it.money()).toEqual([50_00, 0]);
  });

  it('waits for a purchase that is not known', async () => {
    const it = await given();
    expect(await it.adopt(it.more(20_00))).toBe('96');
    expect(await it.money()).toEqual([1_000_00, 0]);
  });
});

describe('the reversal of an increment among events with places', () => {
  it('is an event of its purchase, which can be cleared afterwards', async () => {
    const it = await given();
    await it.ask();
    const more = it.more(20_00);
    await it.ask(more);
    await it.hold(120_00, 3);
    expect(await it.reverse(0, 4, more.reference)).toBe('00');
    expect(await it.reverse(0, 4, more.reference)).toBe('00');
    expect(await it.money()).toEqual([1_000_00, 100_00]);
    expect(await it.clear(10_00, false, 5)).toBe('00');
    expect(await it.money()).toEqual([990_00, 90_00]);
  });
});

describe('an increment that its question does not say', () => {
  it('meets its result by the key of its question, and is not held twice meanwhile', async () => {
    const sample = sampleProcessor();
    let next: readonly (Keyed & Told)[] = [];
    const read: typeof sample.read = (delivery, of) => (delivery.path === 'asks' ? sample.read(delivery, of) : next);
    knowSample(test, { ...sample, kind: 'unsaid', saysIncrements: false, read });
    const connection = await givenConnection(test, {}, 'unsaid');
    const card = await connection.card();
    const purchase = freshReference();
    const ask = { type: 'ask', purchase, card: card.external, shop: 'Bakery' };
    await connection.send('asks', { ...ask, id: `${purchase}-1`, cents: 10_00 });
    await connection.send('asks', { ...ask, id: `${purchase}-2`, cents: 5_00 });
    expect(await moneyOf(card)).toEqual([100_00, 15_00]);
    const [reference, original] = [referenceOf(connection.id, `${purchase}-2`), referenceOf(connection.id, purchase)];
    const message = messageOf({ connection: connection.id, id: card.external }, { reference, original, amount: 5_00 });
    const keyed = { key: freshReference(), of: purchase, at: AT, after: 1 };
    next = [{ ...keyed, did: 'decided', approved: true, by: 'us', message }];
    await connection.send('events', { id: freshReference(), type: 'result' });
    expect(await moneyOf(card)).toEqual([100_00, 15_00]);
    const told = await test.ctx.asOwner(
      'SELECT asked_amount::int, told_amount::int, differed FROM processor_purchase WHERE connection_id = $1 AND reference = $2',
      [connection.id, reference],
    );
    expect(told).toEqual([{ asked_amount: 500, told_amount: 500, differed: null }]);
  });
});

describe('an increment that a connection tells', () => {
  it('adds to its purchase, once under any key, and waits for one that is not known', async () => {
    const sample = sampleProcessor();
    let next: readonly (Keyed & Told)[] = [];
    knowSample(test, { ...sample, read: () => next });
    const connection = await givenConnection(test);
    const card = await connection.card();
    const [original, more] = [referenceOf(connection.id, 'bought'), referenceOf(connection.id, 'more')];
    const message = messageOf({ connection: connection.id, id: card.external }, { reference: original, amount: 10_00 });
    const decided = (told: PurchaseMessage): Keyed & Told => {
      const keyed = { key: freshReference(), of: 'bought', at: AT };
      return { ...keyed, did: 'decided', approved: true, by: 'network', message: told };
    };
    const added = { ...message, reference: more, original, amount: 5_00 };
    const send = async (all: readonly (Keyed & Told)[]) => {
      next = all;
      const { status } = await connection.send('events', { id: freshReference(), type: 'result' });
      expect(status).toBe(200);
    };
    await send([decided(added)]);
    const whys = () => test.ctx.asOwner('SELECT why FROM processor_waiting WHERE connection_id = $1', [connection.id]);
    expect([await moneyOf(card), await whys()]).toEqual([[100_00, 0], [{ why: 'purchase' }]]);
    for (const _ of [1, 2]) {
      for (const told of [message, added]) await send([decided(told)]);
      expect(await moneyOf(card)).toEqual([100_00, 15_00]);
    }
    const differed = await test.ctx.asOwner(
      'SELECT is_approved, differed FROM processor_purchase WHERE connection_id = $1',
      [connection.id],
    );
    const adopted = { is_approved: true, differed: 'notAsked' };
    expect(differed).toEqual([adopted, adopted]);
  });
});
