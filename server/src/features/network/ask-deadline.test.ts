import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../../test-support/sampled.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenCard, type TestBrand, type TestCard } from '../../../test-support/factories.ts';
import { postNetwork, purchaseOf } from '../../../test-support/network.ts';
import { messageOf } from '../../../test-support/processor-cards.ts';
import { Late } from '../../platform/database/database.ts';
import { authorisePurchase } from './authorise.ts';

const DEADLINE_MS = 1_500;

let test: TestApp;
let brand: TestBrand;
let other: pg.Client;
beforeAll(async () => {
  test = await givenApp({ WATTLE_NETWORK_DEADLINE: String(DEADLINE_MS) });
  brand = await givenBrand(test.ctx);
  other = new pg.Client({ connectionString: test.ctx.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.close();
});

const cardOf = () => givenCard(test.ctx, { brand, balance: 1_000_000n });

/** Locks the account of a card by another connection, until the returned function is called. */
async function lockAccount(card: TestCard): Promise<() => Promise<unknown>> {
  await other.query('BEGIN');
  await other.query(
    `SELECT FROM ledger_account WHERE id = (SELECT ledger_account_id FROM member_account WHERE id = $1) FOR UPDATE`,
    [card.account.id],
  );
  return () => other.query('ROLLBACK');
}

type Ended = { readonly answer: string; readonly tookMs: number };

async function ask(card: TestCard, given: object = {}, ms = DEADLINE_MS): Promise<Ended> {
  const began = performance.now();
  const asked = authorisePurchase(test.ctx, messageOf({ number: card.pan }, given), { deadlineAt: began + ms });
  const answer = await asked.then(
    (answered) => answered.answer,
    (error: unknown) => (error instanceof Late ? `late${error.isInDoubt ? ' in doubt' : ''}` : String(error)),
  );
  return { answer, tookMs: performance.now() - began };
}

const rowsOf = (card: TestCard) =>
  test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM authorisation WHERE card_id = $1 UNION ALL SELECT id::text FROM hold WHERE account_id = (SELECT ledger_account_id FROM member_account WHERE id = $2)',
    [card.id, card.account.id],
  );

function p99(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? Number.NaN;
}

describe('an account that another transaction has locked', () => {
  it('ends its own purchases late before their deadline, and delays no other', async () => {
    const locked = await cardOf();
    const others = await Promise.all(Array.from({ length: 10 }, cardOf));
    // Statements are prepared and cards are found.
    await Promise.all([locked, ...others].map((card) => ask(card, { amount: 0 })));
    const unlock = await lockAccount(locked);
    const asked: Promise<Ended>[] = [];
    const askedLocked: Promise<Ended>[] = [];
    // 50 a second for two seconds, and 5 a second of the locked account.
    for (let n = 0; n < 100; n += 1) {
      if (n % 10 === 0) askedLocked.push(ask(locked));
      asked.push(ask(others[n % others.length] as TestCard));
      await pause(20);
    }
    const ends = await Promise.all(asked);
    expect(ends.map(({ answer }) => answer)).toEqual(ends.map(() => '00'));
    // The figure is of a machine that does nothing else; beside other tests, no one waits for the lock.
    expect(p99(ends.map(({ tookMs }) => tookMs))).toBeLessThan(inFull(300, DEADLINE_MS));
    const late = await Promise.all(askedLocked);
    expect(late.map(({ answer }) => answer)).toEqual(late.map(() => 'late'));
    expect(Math.max(...late.map(({ tookMs }) => tookMs))).toBeLessThan(inFull(DEADLINE_MS + 100, 4 * DEADLINE_MS));
    await unlock();
    // An ask that still waits for the lock gets it now.
    await pause(200);
    expect(await rowsOf(locked)).toEqual([]);
    expect((await ask(locked)).answer).toBe('00');
  });

  it('answers those that wait as soon as it is free', async () => {
    const card = await cardOf();
    const unlock = await lockAccount(card);
    const asked = Promise.all(Array.from({ length: 4 }, () => ask(card, {}, 10_000)));
    await pause(300);
    await unlock();
    const ends = await asked;
    expect(ends.map(({ answer }) => answer)).toEqual(['00', '00', '00', '00']);
    expect(await rowsOf(card)).toHaveLength(8);
  });

  it('declines the network’s own message with 96 at the deadline of the settings', async () => {
    const card = await cardOf();
    const message = purchaseOf(card);
    await postNetwork(test, 'authorisations', purchaseOf(card, { amount: 0 }));
    const unlock = await lockAccount(card);
    const began = performance.now();
    const response = await postNetwork(test, 'authorisations', message);
    expect(response.json()).toMatchObject({ answer: '96', approvalCode: null });
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS + 500);
    await unlock();
    expect((await postNetwork(test, 'authorisations', message)).json()).toMatchObject({ answer: '00' });
  });
});

describe('the deadline of an ask', () => {
  it('begins nothing with less than 150 ms left', async () => {
    const card = await cardOf();
    await ask(card, { amount: 0 });
    expect((await ask(card, {}, 140)).answer).toBe('late');
    expect((await ask(card, {}, 0)).answer).toBe('late');
    expect(await rowsOf(card)).toEqual([]);
  });

  it('ends an increment whose authorisation is locked', async () => {
    const card = await cardOf();
    const reference = `TEST-${card.id}-FIRST`;
    expect((await ask(card, { reference })).answer).toBe('00');
    const unlock = await lockAccount(card);
    const increment = await ask(card, { original: reference, amount: 500 }, 600);
    expect(increment.answer).toBe('late');
    expect(increment.tookMs).toBeLessThan(700);
    await unlock();
    const [row] = await test.ctx.asOwner('SELECT amount::integer FROM authorisation WHERE card_id = $1', [card.id]);
    expect(row).toEqual({ amount: 1_234 });
  });

  it('is in doubt where COMMIT was sent and not answered', async () => {
    const card = await cardOf();
    await ask(card, { amount: 0 });
    // A deferred trigger holds the COMMIT back.
    await test.ctx.asOwner(`
      CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`);
    await test.ctx.asOwner(`
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON authorisation DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`);
    const first = await ask(card, { amount: 700 }, 500);
    await test.ctx.asOwner('DROP TRIGGER slow_commit ON authorisation');
    expect(first.answer).toBe('late in doubt');
    expect(first.tookMs).toBeLessThan(700);
    await expect.poll(() => rowsOf(card)).toHaveLength(2);
  });
});
