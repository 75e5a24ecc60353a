import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dyingDatabase, ProcessDied } from '../../../test-support/due-work.ts';
import { givenBrand, type TestBrand } from '../../../test-support/factories.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { sendNotice, takeNoticesNow } from '../../../test-support/outside/gateway.ts';
import { giveBackBy, givenUnsettledRefund, sandboxGatewayOf } from '../../../test-support/outside/unsettled-refund.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';
import { takeNotice } from './notices.ts';

const HOUR_MS = 3_600_000;
const LOST: OutsideOutcome<never> = { kind: 'unknown', code: 'timeout' };

/** Notices about a charge of 50.00 that could not be settled, and about its refund. */
const WORDS = {
  made: 'refund.done',
  back: 'refund.returned',
  taken: 'charge.disputed',
  won: 'charge.disputeWon',
} as const;
type Word = keyof typeof WORDS;
const ALL: readonly Word[] = ['made', 'back', 'taken', 'won'];

const ordersOf = (words: readonly Word[]): Word[][] =>
  words.length === 0
    ? [[]]
    : words.flatMap((first) => ordersOf(words.filter((word) => word !== first)).map((rest) => [first, ...rest]));

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
  await test.close();
});

type Told = { readonly brand: TestBrand; readonly reference: string };

/** A refund that was sent and whose answer was lost. */
async function givenSent(): Promise<Told> {
  const brand = await givenBrand(test.ctx);
  const reference = await givenUnsettledRefund(test, brand);
  await giveBackBy(test, brand, {
    refund: async (asked) => {
      await sandboxGatewayOf(test).refund(asked);
      return LOST;
    },
  });
  return { brand, reference };
}

let told = 0;
function noticeOf({ brand, reference }: Told, word: Word) {
  const data = {
    reference,
    chargeId: `ch.${reference}`,
    ...(word === 'made' || word === 'back' ? { refund: `${brand.tenantId}.unsettled.ch.${reference}.1` } : {}),
  };
  return { id: `order-${(told += 1)}`, type: WORDS[word], data };
}
async function tell(about: Told, word: Word): Promise<void> {
  const { id, type, data } = noticeOf(about, word);
  expect((await sendNotice(test, id, type, data)).statusCode).toBe(200);
  await takeNoticesNow(test);
}

/** Cents of the programme's own accounts, and what is owed. */
async function standing({ brand }: Told) {
  const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
    `SELECT kind, balance::text FROM ledger_account
      WHERE tenant_id = $1 AND kind IN ('gateway', 'losses', 'suspense') ORDER BY kind`,
    [brand.tenantId],
  );
  const refunds = await test.ctx.asOwner<{ state: string; amount: string }>(
    'SELECT state, amount::text FROM gateway_refund WHERE tenant_id = $1 ORDER BY asked_at, key',
    [brand.tenantId],
  );
  return {
    // An account of the programme that nothing was posted to is not there yet.
    books: ['gateway', 'losses', 'suspense'].map(
      (kind) => `${kind} ${rows.find((row) => row.kind === kind)?.balance ?? '0'}`,
    ),
    refunds: refunds.map(({ state, amount }) => `${state} ${amount}`),
  };
}

/**
 * By hand, at the gateway: a charge of 50.00 came, a refund left and came back, a chargeback left and came back. It has
 * 50.00 of the payer, who is owed them by another refund that the desk decides about. The programme has lost nothing.
 */
const OWED = { books: ['gateway 0', 'losses 0', 'suspense 0'], refunds: ['CameBack 5000', 'Failed 5000'] };

it.each(ordersOf(ALL).map((order) => [order.join(', '), order] as const))(
  'a refund that came back and a dispute that was won leave no loss, told as %s',
  async (_, order) => {
    const about = await givenSent();
    for (const word of order) await tell(about, word);
    // The gateway repeats each notice.
    for (const word of order) await tell(about, word);
    expect(await standing(about)).toEqual(OWED);
  },
);

it('the loss of a chargeback is made up for, and the money owed again once the dispute is won', async () => {
  const about = await givenSent();
  await tell(about, 'made');
  expect(await standing(about)).toMatchObject({ books: ['gateway 0', 'losses 0', 'suspense 0'] });
  await tell(about, 'taken');
  // By hand: 50.00 came, twice 50.00 left.
  expect(await standing(about)).toMatchObject({ books: ['gateway 5000', 'losses -5000', 'suspense 0'] });
  await tell(about, 'back');
  // 50.00 of it came back. The bank of the card gave its holder the money, so no one is owed.
  const stopped = { books: ['gateway 0', 'losses 0', 'suspense 0'], refunds: ['CameBack 5000', 'Stopped 5000'] };
  expect(await standing(about)).toEqual(stopped);
  await tell(about, 'won');
  expect(await standing(about)).toEqual(OWED);
  // Another dispute takes what is owed, and gives it back.
  const second = async (word: 'taken' | 'won') => {
    const { id, type, data } = noticeOf(about, word);
    await sendNotice(test, id, type, { ...data, dispute: `two.${about.reference}` });
    await takeNoticesNow(test);
  };
  await second('taken');
  expect(await standing(about)).toEqual(stopped);
  await second('won');
  expect(await standing(about)).toEqual(OWED);
});

/** Takes a notice by a server that dies at a statement. True: it died. */
async function takeMortally(about: Told, word: Word, diesAt: number): Promise<boolean> {
  let hasDied = false;
  const database = dyingDatabase(test.ctx.database, diesAt, () => {
    hasDied = true;
  });
  const { id, type, data } = noticeOf(about, word);
  const body = JSON.stringify({ id, type, data });
  const gateway = sandboxGatewayOf(test);
  const at = test.ctx.clocks.security.now();
  for (const notice of gateway.readNotices(gateway.sign(id, body), Buffer.from(body), at) ?? []) {
    await takeNotice({ ...test.ctx, database }, about.brand.tenantId, notice).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
    });
  }
  return hasDied;
}

it.each([
  ['taken', ['made'], [], { books: ['gateway 5000', 'losses -5000', 'suspense 0'], refunds: ['Done 5000'] }],
  ['back', ['made', 'taken'], ['won'], OWED],
  ['won', ['made', 'taken', 'back'], [], OWED],
] as const)(
  '%s after %j is booked once by a server that dies at any statement, and the one after it',
  async (word, before, after, expected) => {
    let hasDied = true;
    let diesAt = 1;
    for (; hasDied; diesAt += 1) {
      const about = await givenSent();
      for (const one of before) await tell(about, one);
      hasDied = await takeMortally(about, word, diesAt);
      // The gateway sends a notice again that was not answered.
      await tell(about, word);
      test.ctx.advance(HOUR_MS);
      await takeNoticesNow(test);
      for (const one of after) await tell(about, one);
      expect({ diesAt, ...(await standing(about)) }).toEqual({ diesAt, ...expected });
    }
    // It has died between the steps, and after the last one.
    expect(diesAt).toBeGreaterThan(8);
  },
);
