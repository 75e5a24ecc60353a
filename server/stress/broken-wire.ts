import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeFee } from '../src/features/fees/public.ts';
import { buildApp } from '../src/http/app.ts';
import { isDatabaseAway } from '../src/platform/database/database-fault.ts';
import { brandFields, postForm } from '../test-support/app.ts';
import {
  databaseAt,
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../test-support/processes/database.ts';
import { purchaseOf, postNetwork, sendNetwork } from '../test-support/network.ts';
import {
  endCutOff,
  type Fault,
  givenPostgresProxy,
  type PostgresProxy,
} from '../test-support/processes/postgres-proxy.ts';
import { brokenStatements } from '../test-support/sampled.ts';
import { getApi } from '../test-support/signed-in.ts';
import { givenPayer, givenTransferProduct, postMoney, transferBody } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/ledger/verified.ts';

const POOL = 4;
/**
 * Time limits for a response of the database: the usual one, one for a silent last statement, and one for complete
 * silence. A connection attempt then times out after 5 s, and holds its place in the pool until then.
 */
const PATIENCE_MS = { usual: 15_000, lastIsSilent: 1_000, allIsSilent: 3_000 };
/** Between the two: a silent COMMIT is met before it, and complete silence after it. */
const NETWORK_DEADLINE_MS = 2_000;
const CENTS = 10_000_000n;

let behind: TestDatabase;
let proxy: PostgresProxy;
let patienceMs = PATIENCE_MS.usual;
let ctx: TestContext;
let app: FastifyInstance;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;

async function openWire(): Promise<void> {
  behind = await givenDatabase();
  proxy = await givenPostgresProxy(behind.url);
  const options = {
    size: POOL,
    get answerMs() {
      return patienceMs;
    },
  };
  const through = databaseAt(behind.ownerUrl, proxy.url, options);
  const settings = { WATTLE_SIGN_IN_RATE: '1000000', WATTLE_NETWORK_DEADLINE: String(NETWORK_DEADLINE_MS) };
  ctx = await givenContext(settings, through);
  app = await buildApp(ctx);
  const product = await givenTransferProduct(ctx, { maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  [payer, payee] = [await givenPayer(ctx, product, CENTS), await givenPayer(ctx, product, CENTS)];
}

async function closeWire(): Promise<void> {
  await app?.close();
  await ctx?.close();
  await proxy?.close();
  await behind?.close();
}

/** Calls with a short time limit: no response is expected, so a busy machine makes no difference. */
async function runHastily(ms: number, call: Call, key: string): Promise<Answer> {
  patienceMs = ms;
  try {
    return await call.run(key);
  } finally {
    patienceMs = PATIENCE_MS.usual;
  }
}

type Answer = { readonly statusCode: number; readonly headers: Record<string, unknown>; readonly body: string };

type Call = {
  /** Preparation before the call. */
  readonly prepare?: (key: string) => Promise<unknown>;
  run(key: string): Promise<Answer>;
  /** Total number of executions, for a call that a key makes once. */
  readonly done?: () => Promise<number>;
};

const count = async (from: string) =>
  (await behind.asOwner<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]?.n ?? -1;

const transfer: Call = {
  run: (key) =>
    postMoney({ app }, 'transfer/internal', payer.headers, transferBody(payer.card.account, payee.card.account), key),
  done: () => transfers(),
};
/** Payment without a call: an exception corresponds to a call answered 503. */
const fee: Call = {
  async run(key) {
    const { accountNumber, brand } = payer.card.account;
    const charge = {
      tenantId: brand.tenantId,
      actor: 'staff:3',
      key,
      accountNumber,
      name: 'other',
      amount: 5n,
    } as const;
    try {
      const charged = await chargeFee(ctx, charge);
      return { statusCode: charged.ok ? 200 : 400, headers: {}, body: JSON.stringify(charged) };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return { statusCode: 503, headers: { 'retry-after': '1' }, body: '' };
    }
  },
  done: () => transfers(),
};
const authorisation: Call = {
  run: (reference) => postNetwork({ app, ctx }, 'authorisations', purchaseOf(payer.card, { reference })),
  done: () => count('hold'),
};
const purchaseNamed = (key: string) => purchaseOf(payer.card, { reference: `O-${key}` });
const authoriseFirst = (key: string) => sendNetwork({ app, ctx }, 'authorisations', purchaseNamed(key));
const transfers = () => count("transfer WHERE key NOT LIKE 'opening:%'");
const clearing: Call = {
  prepare: authoriseFirst,
  run: (key) => postNetwork({ app, ctx }, 'clearings', { ...purchaseNamed(key), original: `O-${key}`, reference: key }),
  done: transfers,
};
const refund: Call = {
  run: (reference) => postNetwork({ app, ctx }, 'refunds', purchaseOf(payer.card, { reference })),
  done: transfers,
};
const advice: Call = {
  run: (reference) => postNetwork({ app, ctx }, 'advices', purchaseOf(payer.card, { reference })),
  done: () => count('hold'),
};
const reversal: Call = {
  prepare: authoriseFirst,
  run: (key) => postNetwork({ app, ctx }, 'reversals', { reference: key, original: `O-${key}` }),
  done: () => count("hold_event WHERE kind = 'voided'"),
};
const signIn: Call = {
  run: () =>
    postForm(app, '/api/token', {
      grant_type: 'password',
      ...brandFields(payer.card.brand),
      userName: payer.webAccount.username,
      password: payer.webAccount.password,
    }),
};
const read: Call = { run: () => getApi({ app, ctx }, 'card/cards', payer.headers) };

const CALLS = {
  'a transfer': transfer,
  'a fee': fee,
  'an authorisation': authorisation,
  'a clearing': clearing,
  'a refund': refund,
  'an advice': advice,
  'a reversal': reversal,
  'a sign-in': signIn,
  'a read': read,
} as const;

/** One of each sort: a payment, a network message, a call with a hash, a read. */
const FOUR_CALLS = (['a transfer', 'an authorisation', 'a sign-in', 'a read'] as const).map(
  (name) => [name, CALLS[name]] as const,
);

const FAULTS: Readonly<Record<string, Fault>> = {
  'the connection breaks before it': 'cut before',
  'the connection breaks after it': 'cut after',
  'a serialisation failure meets it': { fails: '40001' },
  'a deadlock meets it': { fails: '40P01' },
};

const NOT_APPROVED = /"answer":"96","approvalCode":null/;

/** Expects an answer that permits a retry. */
function expectAway({ statusCode, headers }: Answer): void {
  expect(statusCode).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

/** Concurrent calls on every connection of the pool: none is dead or in a transaction. */
async function expectHealthy(): Promise<void> {
  const reads = await Promise.all(Array.from({ length: 3 * POOL }, () => read.run('')));
  expect(reads.map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 200));
}

/** Sends it again, and expects the one correct response. */
async function expectOnce(call: Call, key: string, before: number | undefined, first?: Answer): Promise<void> {
  const again = await call.run(key);
  expect(again.statusCode).toBe(200);
  if (before === undefined) return;
  if (first?.statusCode === 200) expect(again.body).toBe(first.body);
  expect(await call.done?.()).toBe(before + 1);
}

async function freshKey(call: Call): Promise<string> {
  const key = randomUUID();
  await call.prepare?.(key);
  return key;
}

/** Number of its statements. COMMIT is the last. */
async function statementsOf(call: Call): Promise<number> {
  await call.run(await freshKey(call));
  const key = await freshKey(call);
  proxy.arm(0, 'cut before');
  expect((await call.run(key)).statusCode).toBe(200);
  return proxy.count();
}

function wireForThisFile(): void {
  beforeAll(openWire);
  afterAll(closeWire);
}

function testBooks(): void {
  it('the ledger verifies after all of these faults', async () => {
    expect(await brokenIn(ctx)).toEqual([]);
  });
}

/** This call is broken at each statement in every run; the others only in a full run. */
const ALWAYS_WHOLE: keyof typeof CALLS = 'a transfer';

/** Breaks each statement of the calls in turn. */
export function testEachStatement(...names: readonly (keyof typeof CALLS)[]): void {
  wireForThisFile();

  describe.each(names.map((name) => [name, CALLS[name]] as const))('%s', (callName, call) => {
    it.each(Object.entries(FAULTS))(
      'gets a correct response when %s, at any of its statements',
      async (_name, fault) => {
        const statements = await statementsOf(call);
        for (const number of brokenStatements(statements, { isWhole: callName === ALWAYS_WHOLE })) {
          const [key, before] = [await freshKey(call), await call.done?.()];
          proxy.arm(number, fault);
          const first = await call.run(key);
          // A batch with a conflict is retried once automatically; everything else is left to the client.
          if (first.statusCode !== 200) expectAway(first);
          expect(proxy.count()).toBeGreaterThanOrEqual(number);
          await expectOnce(call, key, before, first);
        }
        await expectHealthy();
      },
    );

    it('gets a late response when the database is slow', async () => {
      const key = await freshKey(call);
      const before = await call.done?.();
      proxy.slow(20);
      try {
        expect((await call.run(key)).statusCode).toBe(200);
      } finally {
        proxy.slow(0);
      }
      await expectOnce(call, key, before);
    });
  });

  testBooks();
}

/** An unavailable or silent database, and a deadlock with another transaction. */
export function testSilentDatabase(): void {
  wireForThisFile();

  describe('a database', () => {
    it('that refuses connections leads to 503, and is used again as soon as it accepts them', async () => {
      const tried = await Promise.all(
        FOUR_CALLS.map(async ([, call]) => ({ call, key: randomUUID(), before: await call.done?.() })),
      );
      await proxy.refuse();
      (await Promise.all(tried.map(({ call, key }) => call.run(key)))).forEach(expectAway);
      expect((await app.inject('/healthz')).statusCode).toBe(200);
      await proxy.resume();
      for (const { call, key, before } of tried) await expectOnce(call, key, before);
      await expectHealthy();
    });

    it.each(FOUR_CALLS)('that goes silent during %s is abandoned with all its connections', async (_, call) => {
      const [key, before] = [randomUUID(), await call.done?.()];
      await expectHealthy();
      proxy.stall();
      const answer = runHastily(PATIENCE_MS.allIsSilent, call, key).finally(() => proxy.resume());
      // An authorisation is declined at its deadline, since nothing was committed.
      if (call === authorisation) {
        expect(await answer).toMatchObject({ statusCode: 200, body: expect.stringMatching(NOT_APPROVED) });
        // Its repeat is declined too while it waits for the connection that is not given up yet.
        await expect.poll(async () => (await call.run(key)).body).not.toMatch(NOT_APPROVED);
      } else expectAway(await answer);
      await expectOnce(call, key, before);
      await expectHealthy();
    });

    it.each([
      ['a transfer', transfer],
      ['an authorisation', authorisation],
    ] as const)('that goes silent after COMMIT of %s has carried it out once', async (_, call) => {
      const [statements, key] = [await statementsOf(call), randomUUID()];
      const before = await call.done?.();
      proxy.arm(statements, 'silent after');
      expectAway(await runHastily(PATIENCE_MS.lastIsSilent, call, key));
      expect(await call.done?.()).toBe((before ?? 0) + 1);
      await expectOnce(call, key, before);
      await expectHealthy();
    });

    it.each([
      ['a transfer', transfer],
      ['an authorisation', authorisation],
    ] as const)('that does not receive COMMIT of %s has not carried it out', async (_, call) => {
      const [statements, key] = [await statementsOf(call), randomUUID()];
      const before = await call.done?.();
      proxy.arm(statements, 'silent before');
      expectAway(await runHastily(PATIENCE_MS.lastIsSilent, call, key));
      expect(await call.done?.()).toBe(before);
      // PostgreSQL ends it after 30 s.
      await endCutOff(behind, proxy);
      await expectOnce(call, key, before);
      await expectHealthy();
    });
  });

  it('a transfer in a real deadlock is made once, after the other transaction has ended', async () => {
    // PostgreSQL ends the transaction that detects the deadlock, which on a slow machine may be the other one.
    for (let attempt = 1; !(await meetDeadlock()); attempt += 1) expect(attempt).toBeLessThan(10);
  });

  testBooks();
}

/**
 * Makes a transfer wait for a transaction that then waits for the transfer. Returns whether the transfer was aborted
 * once.
 */
async function meetDeadlock(): Promise<boolean> {
  const [low = 0n, high = 0n] = [payer, payee]
    .map(({ card }) => card.account.ledgerAccountId)
    .toSorted((a, b) => Number(a - b));
  const lock = 'SELECT FROM ledger_account WHERE id = $1 FOR UPDATE';
  const before = await transfer.done?.();
  const key = randomUUID();
  const other = new pg.Client({ connectionString: behind.ownerUrl });
  await other.connect();
  let isMet = true;
  try {
    await other.query('BEGIN');
    await other.query(lock, [high]);
    const answer = transfer.run(key);
    await expect
      .poll(() => count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
      .toBe(1);
    try {
      await other.query(lock, [low]);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '40P01') throw error;
      isMet = false;
    }
    await other.query('COMMIT');
    const first = await answer;
    // The automatic retry may lock before the other transaction continues, and deadlock again.
    if (first.statusCode !== 200) {
      expectAway(first);
      isMet = false;
    }
  } finally {
    await other.end();
  }
  await expectOnce(transfer, key, before);
  return isMet;
}
