import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import {
  givenConnection,
  knowSample,
  moneyOf,
  type TestConnection,
} from '../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../test-support/processors/sample/sample.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import { carryOutDue } from './carry-out-waiting.due.ts';
import { sweepUnconfirmed } from './sweep.due.ts';
import { roadOf } from './road.ts';
import { tidyProcessors } from './tidy.due.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TAKEN = { status: 200, body: '{"taken":true}' };

let test: TestApp;
let connection: TestConnection;
const sample = sampleProcessor();
beforeAll(async () => {
  test = await givenApp();
  knowSample(test, sample);
  connection = await givenConnection(test);
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

let serial = 0;
async function givenPurchase(given: { readonly cents?: number; readonly asks?: boolean } = {}) {
  const { cents = 10_00, asks = true } = given;
  serial += 1;
  const purchase = `bought-${serial}`;
  const card = await connection.card();
  const common = { purchase, card: card.external, cents, shop: 'Bakery' };
  let told = 0;
  if (asks) await connection.send('asks', { ...common, id: `${purchase}-ask`, type: 'ask' });
  return {
    purchase,
    card,
    tell: (type: string, more: object = {}) => {
      told += 1;
      return connection.send('events', { ...common, id: `${purchase}-${told}`, type, ...more });
    },
    money: () => moneyOf(test, card),
    events: () =>
      test.ctx.asOwner(
        "SELECT kind, outcome, did FROM processor_event WHERE of = $1 AND kind <> 'authorise' ORDER BY key",
        [purchase],
      ),
    told: () =>
      test.ctx.asOwner(
        `SELECT is_approved, decided_by, differed, sweep_at IS NULL AS is_settled, is_case FROM processor_purchase
          WHERE of = $1`,
        [purchase],
      ),
    waiting: () => test.ctx.asOwner('SELECT why FROM processor_waiting WHERE of = $1', [purchase]),
  };
}

async function runSweep(): Promise<void> {
  if (!('outside' in sweepUnconfirmed)) throw new Error('the sweep calls outside');
  const given = { tenantId: connection.tenantId, plannedAt: 0, atOnce: 50, signal: new AbortController().signal };
  await sweepUnconfirmed.outside(test.ctx, given);
}

describe('what a processor tells of an ask', () => {
  it('confirms what both approved', async () => {
    const one = await givenPurchase();
    expect(await one.tell('result', { approved: true })).toEqual(TAKEN);
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
    expect(await one.events()).toEqual([{ kind: 'decided', outcome: 'confirmed', did: null }]);
    expect(await one.told()).toEqual([
      { is_approved: true, decided_by: 'us', differed: null, is_settled: true, is_case: false },
    ]);
  });

  it('reverses what we approved and they declined', async () => {
    const one = await givenPurchase();
    await one.tell('result', { approved: false, by: 'timeout' });
    expect(await one.money()).toEqual({ balance: 100_00, held: 0 });
    expect(await one.events()).toEqual([{ kind: 'decided', outcome: 'adopted', did: 'reversal' }]);
    expect(await one.told()).toMatchObject([{ is_approved: false, differed: 'theyDeclined', is_settled: true }]);
  });

  it('holds what they approved and we declined, and the clearing finds it', async () => {
    const one = await givenPurchase({ cents: 150_00 });
    expect(await one.money()).toEqual({ balance: 100_00, held: 0 });
    await one.tell('result', { approved: true, by: 'standIn' });
    expect(await one.money()).toEqual({ balance: 100_00, held: 150_00 });
    expect(await one.told()).toMatchObject([{ is_approved: true, differed: 'theyApproved' }]);
    await one.tell('cleared');
    expect(await one.money()).toEqual({ balance: -50_00, held: 0 });
  });

  it('keeps that it was not asked about, where a question of another amount comes later and it is read again', async () => {
    const one = await givenPurchase({ asks: false });
    await one.tell('result', { approved: true, by: 'network' });
    await connection.send('asks', {
      id: `${one.purchase}-ask`,
      type: 'ask',
      purchase: one.purchase,
      card: one.card.external,
      cents: 12_00,
      shop: 'Bakery',
    });
    await roadOf(test.ctx).settled();
    const agent = await givenStaff(test.ctx, connection.tenantId);
    const input = { connection: 'Sample', purchase: one.purchase };
    const { body } = await give(test, agent, 'read-told-again', { input, reason: 'after a change of the adapter' });
    expect(body.rows).toMatchObject([{ events: 1 }]);
    expect(await one.told()).toMatchObject([{ is_approved: true, differed: 'notAsked' }]);
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
  });

  it('holds what they approved without asking, and the clearing finds it', async () => {
    const one = await givenPurchase({ asks: false });
    await one.tell('result', { approved: true, by: 'network' });
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
    expect(await one.told()).toMatchObject([{ is_approved: true, decided_by: 'network', differed: 'notAsked' }]);
    await one.tell('cleared');
    expect(await one.money()).toEqual({ balance: 90_00, held: 0 });
  });

  it('keeps our decline where both declined', async () => {
    const one = await givenPurchase({ cents: 150_00 });
    await one.tell('result', { approved: false, by: 'processor' });
    expect(await one.money()).toEqual({ balance: 100_00, held: 0 });
    expect(await one.events()).toEqual([{ kind: 'decided', outcome: 'confirmed', did: null }]);
  });

  it('holds the amount that they hold', async () => {
    const one = await givenPurchase();
    await one.tell('result', { approved: true, cents: 25_00 });
    expect(await one.money()).toEqual({ balance: 100_00, held: 25_00 });
    expect(await one.told()).toMatchObject([{ differed: 'amount' }]);
  });

  it('changes nothing when it comes again, or is read again', async () => {
    const one = await givenPurchase();
    const told = {
      id: `${one.purchase}-twice`,
      type: 'cleared',
      purchase: one.purchase,
      card: one.card.external,
      cents: 10_00,
    };
    for (const _ of [1, 2, 3]) expect(await connection.send('events', told)).toEqual(TAKEN);
    expect(await one.money()).toEqual({ balance: 90_00, held: 0 });
    expect(await one.events()).toEqual([{ kind: 'cleared', outcome: 'done', did: null }]);
  });
});

describe('a told event', () => {
  it('ends alike in any order', async () => {
    const inOrder = await givenPurchase();
    await inOrder.tell('result', { approved: true });
    await inOrder.tell('cleared', { cents: 7_00 });
    const before = await givenPurchase({ asks: false });
    await before.tell('cleared', { cents: 7_00 });
    await before.tell('result', { approved: true });
    expect(await inOrder.money()).toEqual({ balance: 93_00, held: 0 });
    expect(await before.money()).toEqual({ balance: 93_00, held: 0 });
  });

  it('of an unknown card is kept, answered 200, listed, and carried out once the card is known', async () => {
    const one = await givenPurchase({ asks: false });
    const external = `later-${serial}`;
    expect(await one.tell('cleared', { card: external })).toEqual(TAKEN);
    expect(await one.waiting()).toEqual([{ why: 'card' }]);
    expect(await one.money()).toEqual({ balance: 100_00, held: 0 });
    await test.ctx.asOwner('UPDATE processor_card SET external_id = $1 WHERE external_id = $2', [
      external,
      one.card.external,
    ]);
    await carryOutDue(test.ctx);
    expect(await one.waiting()).toEqual([{ why: 'card' }]);
    test.ctx.advance(2 * MINUTE_MS);
    await carryOutDue(test.ctx);
    expect(await one.waiting()).toEqual([]);
    expect(await one.money()).toEqual({ balance: 90_00, held: 0 });
    expect(await one.events()).toEqual([{ kind: 'cleared', outcome: 'done', did: null }]);
  });

  it('that its delivery does not have any more is put off as a fault', async () => {
    const one = await givenPurchase({ asks: false });
    await one.tell('cleared', { card: `lost-${serial}` });
    for (const table of ['processor_event', 'processor_waiting']) {
      await test.ctx.asOwner(`UPDATE ${table} SET key = key || '-lost' WHERE of = $1`, [one.purchase]);
    }
    await test.ctx.asOwner("UPDATE processor_waiting SET why = 'new' WHERE of = $1", [one.purchase]);
    const waiting = () =>
      test.ctx.asOwner('SELECT why, tries, next_at > $2 AS is_later FROM processor_waiting WHERE of = $1', [
        one.purchase,
        new Date(test.ctx.clocks.security.now()),
      ]);
    test.ctx.advance(2 * MINUTE_MS);
    await carryOutDue(test.ctx);
    expect(await waiting()).toEqual([{ why: 'fault', tries: 2, is_later: true }]);
    test.ctx.advance(11 * MINUTE_MS);
    await carryOutDue(test.ctx);
    expect(await waiting()).toEqual([{ why: 'fault', tries: 3, is_later: true }]);
  });

  it('is carried out where another programme cannot be read', async () => {
    const one = await givenPurchase({ asks: false });
    await one.tell('cleared');
    await givenConnection(test);
    await test.ctx.asOwner(
      `INSERT INTO processor_waiting (tenant_id, connection_id, key, of, why, next_at)
       SELECT tenant_id, connection_id, key, of, 'new', $2 FROM processor_event WHERE of = $1`,
      [one.purchase, new Date(test.ctx.clocks.security.now())],
    );
    const { database, processors } = test.ctx;
    const away = new Error('canceling statement due to lock timeout');
    const read: typeof database.read = (tenantId, ...rest) =>
      tenantId === connection.tenantId ? database.read(tenantId, ...rest) : Promise.reject(away);
    const tenants = () => [...processors.tenants()].toSorted((a) => (a === connection.tenantId ? 1 : -1));
    const ctx = { ...test.ctx, database: { ...database, read }, processors: { ...processors, tenants } };
    await expect(carryOutDue(ctx)).rejects.toBe(away);
    expect(await one.waiting()).toEqual([]);
    expect(await one.money()).toEqual({ balance: 90_00, held: 0 });
  });

  it('in another billing currency waits for the desk', async () => {
    const one = await givenPurchase();
    expect(await one.tell('cleared', { currency: 'USD' })).toEqual(TAKEN);
    expect(await one.waiting()).toEqual([{ why: 'currency' }]);
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
  });
});

describe('an approval that nothing confirmed', () => {
  const knownOf = (
    one: { readonly purchase: string; readonly card: { readonly external: string } },
    approved: boolean,
  ) => [
    {
      key: `${one.purchase}-of-api`,
      of: one.purchase,
      at: TEST_START,
      did: 'decided' as const,
      approved,
      by: 'processor' as const,
      message: {
        reference: referenceOf(connection.id, one.purchase),
        card: { connection: connection.id, id: one.card.external },
        amount: 10_00,
        channel: 'contactless' as const,
        merchant: { mcc: '5814' },
      },
    },
  ];

  it('is asked about after 10 minutes, and what the processor says is adopted', async () => {
    const one = await givenPurchase();
    sample.knows.set(one.purchase, knownOf(one, false));
    test.ctx.advance(9 * MINUTE_MS);
    await runSweep();
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
    test.ctx.advance(2 * MINUTE_MS);
    await runSweep();
    expect(await one.money()).toEqual({ balance: 100_00, held: 0 });
    expect(await one.told()).toMatchObject([{ is_approved: false, differed: 'theyDeclined', is_settled: true }]);
  });

  it('is not asked about while the connection is off', async () => {
    const one = await givenPurchase();
    sample.knows.set(one.purchase, knownOf(one, false));
    const switched = async (isOn: boolean) => {
      await test.ctx.asOwner('UPDATE processor_connection SET is_on = $2 WHERE id = $1', [connection.id, isOn]);
      await test.ctx.processors.refresh();
    };
    await switched(false);
    test.ctx.advance(11 * MINUTE_MS);
    await runSweep();
    expect(await one.told()).toMatchObject([{ is_approved: null, is_settled: false }]);
    await switched(true);
    test.ctx.advance(11 * MINUTE_MS);
    await runSweep();
    expect(await one.told()).toMatchObject([{ is_approved: false, differed: 'theyDeclined', is_settled: true }]);
  });

  it('is a case of the desk after an hour, and no case any more once it is told', async () => {
    const one = await givenPurchase();
    test.ctx.advance(30 * MINUTE_MS);
    await runSweep();
    expect(await one.told()).toMatchObject([{ is_case: false, is_settled: false }]);
    test.ctx.advance(31 * MINUTE_MS);
    await runSweep();
    expect(await one.told()).toMatchObject([{ is_case: true, is_settled: true }]);
    await one.tell('result', { approved: true });
    expect(await one.told()).toMatchObject([{ is_approved: true, is_case: false }]);
    expect(await one.money()).toEqual({ balance: 100_00, held: 10_00 });
  });
});

describe('raw deliveries', () => {
  it('are sealed, and deleted after 90 days unless something of them waits', async () => {
    const own = await givenConnection(test);
    const card = await own.card();
    const told = { type: 'cleared', purchase: 'old', cents: 1_00, shop: 'Sealed Bakery' };
    await own.send('events', { ...told, id: 'old-1', card: card.external });
    await own.send('events', { ...told, id: 'old-2', card: 'unknown-card' });
    const rows = () =>
      test.ctx.asOwner<{ text: string }>(
        "SELECT encode(content_cipher, 'escape') AS text FROM processor_delivery WHERE connection_id = $1",
        [own.id],
      );
    expect((await rows()).map(({ text }) => text.includes('Bakery'))).toEqual([false, false]);
    test.ctx.advance(90 * DAY_MS);
    await sweep(test.ctx, tidyProcessors);
    expect(await rows()).toHaveLength(2);
    test.ctx.advance(DAY_MS);
    await sweep(test.ctx, tidyProcessors);
    expect(await rows()).toHaveLength(1);
    const events = await test.ctx.asOwner('SELECT key FROM processor_event WHERE connection_id = $1', [own.id]);
    expect(events).toHaveLength(2);
  });
});
