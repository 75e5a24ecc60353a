import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import {
  type CardGiven,
  givenAccount,
  givenBrand,
  givenCard,
  givenProduct,
  type TestBrand,
  type TestCard,
} from '../../../test-support/factories.ts';
import { postNetwork, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { readPurchase } from '../../outside/processors/wattle/read-purchase.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { authorisePurchase, takeAdvice } from './authorise.ts';

const PIN = '4826';

let test: TestApp;
let brand: TestBrand;
beforeAll(async () => {
  test = await givenApp();
  brand = await givenBrand(test.ctx);
});
afterAll(() => test.close());

const cardOf = (given: CardGiven = {}) => givenCard(test.ctx, { brand, balance: 10_000n, pin: PIN, ...given });

/** Submits all of them in one turn, so that they form one batch. */
async function together(messages: readonly ReturnType<typeof purchaseOf>[], ctx: AppContext = test.ctx) {
  return Promise.all(messages.map((message) => authorisePurchase(ctx, readPurchase(message))));
}

const codes = (answers: readonly { readonly answer: string }[]) => answers.map(({ answer }) => answer);

/** Answers to purchases of one card that come in one batch. */
async function answersTo(card: TestCard, asked: readonly object[]) {
  return codes(await together(asked.map((given) => purchaseOf(card, given))));
}

async function heldOn(card: TestCard): Promise<number> {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    card.account.ledgerAccountId,
  ]);
  return Number(row?.held);
}

async function kept(references: readonly string[]) {
  return test.ctx.asOwner<{ reference: string; status: string; transaction: string }>(
    `SELECT reference, status, xmin::text AS transaction FROM authorisation WHERE reference = ANY ($1) ORDER BY id`,
    [references],
  );
}

/** The context with each statement of its transactions noted. */
function noting(statements: string[]): AppContext {
  const note = (tx: Tx): Tx => ({
    query: (sql, values) => (statements.push(sql), tx.query(sql, values)),
    first: (sql, values) => (statements.push(sql), tx.first(sql, values)),
    run: (sql, values) => (statements.push(sql), tx.run(sql, values)),
    later: (sql, values) => (statements.push(sql), tx.later(sql, values)),
    afterCommit: (react) => tx.afterCommit(react),
  });
  const { database } = test.ctx;
  return {
    ...test.ctx,
    database: { ...database, transact: (tenantId, work) => database.transact(tenantId, (tx) => work(note(tx))) },
  };
}

describe('purchases in one batch', () => {
  it('share one transaction, with the statements of a single purchase', async () => {
    const cards = await Promise.all(Array.from({ length: 8 }, () => cardOf()));
    const messages = Array.from({ length: 64 }, (_, index) =>
      purchaseOf(cards[index % cards.length] as TestCard, { amount: 10 }),
    );
    const alone: string[] = [];
    await together([purchaseOf(cards[0] as TestCard)], noting(alone));
    const all: string[] = [];
    expect(new Set(codes(await together(messages, noting(all))))).toEqual(new Set(['00']));
    // The messages are new, and so are their holds.
    expect(all).toEqual(alone.filter((sql) => !sql.includes('JOIN LATERAL (SELECT * FROM hold ')));
    expect(all).toHaveLength(alone.length - 1);
    const rows = await kept(messages.map(({ reference }) => reference));
    // In the order of arrival.
    expect(rows.map(({ reference }) => reference)).toEqual(messages.map(({ reference }) => reference));
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
    expect(await heldOn(cards[1] as TestCard)).toBe(80);
  });

  it('get one answer when they repeat a message, and 94 when the content under its reference differs', async () => {
    const card = await cardOf();
    const message = purchaseOf(card);
    const answers = await together([message, message, { ...message, amount: 1235 }, message]);
    expect(codes(answers)).toEqual(['00', '00', '94', '00']);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[0]);
    expect(await heldOn(card)).toBe(1234);
    expect(await kept([message.reference])).toHaveLength(1);
  });

  it('are decided beside a repeat of an earlier one, which gets its stored answer', async () => {
    const card = await cardOf();
    const earlier = purchaseOf(card);
    const [first] = await together([earlier]);
    const [fresh, again] = await together([purchaseOf(card, { amount: 1 }), earlier]);
    expect(fresh).toMatchObject({ answer: '00', available: 8765 });
    expect(again).toEqual(first);
    expect(await heldOn(card)).toBe(1235);
  });

  it('share the daily limit of their card', async () => {
    const card = await cardOf({ spendLimit: 5_000n });
    expect(await answersTo(card, [{ amount: 3_000 }, { amount: 3_000 }, { amount: 2_000 }, { amount: 1 }])).toEqual([
      '00',
      '61',
      '00',
      '61',
    ]);
    expect(await answersTo(card, [{ amount: 1 }])).toEqual(['61']);
    expect(await heldOn(card)).toBe(5_000);
  });

  it('share the balance of their account across its cards', async () => {
    const account = await givenAccount(test.ctx, { brand, balance: 10_000n });
    const cards = [await cardOf({ account }), await cardOf({ account })] as const;
    const answers = await together([
      purchaseOf(cards[0], { amount: 6_000, pin: PIN }),
      purchaseOf(cards[1], { amount: 5_000, pin: PIN }),
      purchaseOf(cards[1], { amount: 4_000, pin: PIN }),
    ]);
    expect(codes(answers)).toEqual(['00', '51', '00']);
    expect(answers.map(({ available }) => available)).toEqual([4_000, null, 0]);
    expect(await heldOn(cards[0])).toBe(10_000);
  });

  it('share the wrong CVV2s of their card, which stop online purchases for the day and notify the holder once', async () => {
    const card = await cardOf();
    const right = test.ctx.secrets.cvv2(card.pan, card.expiry);
    const wrong = right === '123' ? '124' : '123';
    const online = (cvv2: string) => ({ channel: 'online' as const, cvv2 });
    const guesses = Array.from({ length: 5 }, () => online(wrong));
    expect(await answersTo(card, [...guesses, online(right), { channel: 'contactless' }])).toEqual([
      ...Array(6).fill('05'),
      '00',
    ]);
    expect(await answersTo(card, [online(right)])).toEqual(['05']);
    const published = () =>
      test.ctx.asOwner("SELECT 1 FROM outbox_message WHERE holder_id = $1 AND template = 'securityCodeWrong'", [
        card.holder?.id,
      ]);
    const { length: messages } = await published();
    expect(messages).toBeGreaterThan(0);
    const before = test.ctx.clocks.business.now();
    test.ctx.setBusinessTime(new Date(before + 24 * 3_600_000).toISOString());
    expect(await answersTo(card, [online(right)])).toEqual(['00']);
    test.ctx.setBusinessTime(new Date(before).toISOString());
    expect(await published()).toHaveLength(messages);
  });

  it('do not count one that is declined for funds against the daily limit', async () => {
    const card = await cardOf({ balance: 5_000n, spendLimit: 10_000n });
    // 60.00 is declined for funds. Counted, it would put the 50.00 over the limit of 100.00; not counted, it does not.
    expect(await answersTo(card, [{ amount: 6_000 }, { amount: 5_000 }])).toEqual(['51', '00']);
    expect(await heldOn(card)).toBe(5_000);
  });

  it('count the wrong PINs in their order', async () => {
    const card = await cardOf();
    const chip = (pin: string) => ({ channel: 'chip', pin, amount: 1 });
    expect(await answersTo(card, [chip('0000'), chip('0000'), chip(PIN)])).toEqual(['55', '55', '00']);
    expect(await answersTo(card, [chip('0000'), chip('0000'), chip('0000'), chip(PIN), { amount: 1 }])).toEqual([
      '55',
      '55',
      '75',
      '75',
      '00',
    ]);
    expect(await answersTo(card, [chip(PIN)])).toEqual(['75']);
  });

  it('count an advice that arrives beside them against the balance and the limit', async () => {
    const card = await cardOf({ balance: 1_000n, spendLimit: 2_000n });
    const [first, advice, last] = await Promise.all([
      authorisePurchase(test.ctx, readPurchase(purchaseOf(card, { amount: 600 }))),
      takeAdvice(test.ctx, readPurchase(purchaseOf(card, { amount: 1_500 }))),
      authorisePurchase(test.ctx, readPurchase(purchaseOf(card, { amount: 1 }))),
    ]);
    expect(first).toMatchObject({ answer: '00', available: 400 });
    expect(advice).toMatchObject({ answer: '00', available: -1_100 });
    expect(last).toMatchObject({ answer: '61' });
  });

  it('notify each account once', async () => {
    const [one, other] = [await cardOf(), await cardOf()];
    const published: bigint[] = [];
    const live = {
      ...test.ctx.live,
      publishChanged: (_: Tx, __: number, account: bigint) => void published.push(account),
    };
    await together([purchaseOf(one), purchaseOf(other), purchaseOf(one)], { ...test.ctx, live });
    expect(published.toSorted()).toEqual([one.account.id, other.account.id].toSorted());
  });

  it('succeed beside one that fails', async () => {
    const [one, other] = [await cardOf(), await cardOf()];
    const product = await givenProduct(test.ctx, { brand });
    const broken = await cardOf({ product });
    // Settings that cannot be read are a bug, which is answered 500.
    await test.ctx.asOwner(`UPDATE product SET settings = '{"cash": "perhaps"}' WHERE id = $1`, [product.id]);
    const messages = [purchaseOf(one), purchaseOf(broken), purchaseOf(other)];
    const responses = await Promise.all(messages.map((message) => postNetwork(test, 'authorisations', message)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 500, 200]);
    expect([await heldOn(one), await heldOn(broken), await heldOn(other)]).toEqual([1234, 0, 1234]);
    await test.ctx.asOwner(`UPDATE product SET settings = '{}' WHERE id = $1`, [product.id]);
    expect(await sendNetwork(test, 'authorisations', messages[1] as object)).toMatchObject({ answer: '00' });
  });

  it('are answered 503 with Retry-After when the connection is cut, and can each be sent again', async () => {
    const card = await cardOf();
    const release = await lockAccount(card);
    const messages = [100, 200, 300].map((amount) => purchaseOf(card, { amount }));
    let isAnswered = false;
    const answered = Promise.all(messages.map((message) => postNetwork(test, 'authorisations', message))).finally(
      () => {
        isAnswered = true;
      },
    );
    // They may come in more than one batch.
    const cut = () =>
      test.ctx.asOwner(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'wattle' AND wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => isAnswered || (await cut(), false)).toBe(true);
    await release();
    for (const { statusCode, headers } of await answered) {
      expect(statusCode).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await heldOn(card)).toBe(0);
    for (const message of [...messages, ...messages]) {
      expect(await sendNetwork(test, 'authorisations', message)).toMatchObject({ answer: '00' });
    }
    expect(await heldOn(card)).toBe(600);
    expect(await kept(messages.map(({ reference }) => reference))).toHaveLength(3);
  });
});

/** Another transaction that holds the account of a card; the answer ends it. */
async function lockAccount(card: TestCard): Promise<() => Promise<void>> {
  const ended = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const done = test.ctx.database.transact(brand.tenantId, async (tx) => {
    await tx.query('SELECT FROM ledger_account WHERE id = $1 FOR UPDATE', [card.account.ledgerAccountId]);
    locked.resolve();
    await ended.promise;
  });
  await locked.promise;
  return async () => {
    ended.resolve();
    await done;
  };
}
