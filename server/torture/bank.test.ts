import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { givenContext, type TestContext } from '../test-support/database.ts';
import { givenAccount, givenCard, givenHolder, givenSession, givenWebAccount } from '../test-support/factories.ts';
import type { TestProduct } from '../test-support/factories.ts';
import { openLedger } from '../src/ledger/open-ledger.ts';
import { productionSettings } from '../test-support/production-server.ts';
import { givenServerHome, type ServerHome } from '../test-support/server-process.ts';
import { givenTransferProduct } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/verified.ts';
import { newestRows, wrongAcknowledgements } from './acknowledged.ts';
import type { Member, Orders, Report } from './bank-process.ts';

/** Each has 50 new accounts and other throws of the dice. */
const ROUNDS = Number(process.env['WATTLE_BANK_ROUNDS'] ?? 1);
const SEED = Number(process.env['WATTLE_SEED'] ?? 20_261_120);
const HOLDERS = 5;
const ACCOUNTS_EACH = 10;
const POOR = 5_000n;
/** Of each of the eight connections. */
const STEPS = 200;
const PROCESSES = ['a', 'b'];
/** Far above what a round takes on a busy machine. */
const ROUND_MS = 120_000;

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

test(`two processes on eight connections and two servers move the money of 50 poor accounts, in ${ROUNDS} rounds (seed ${SEED})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const ctx = await givenContext();
  closings.push(() => ctx.close());
  const product = await givenTransferProduct(ctx);
  const servers = await Promise.all(PROCESSES.map(() => givenServer(ctx)));
  const { tenantId } = product.brand;
  const scheme = await ctx.database.transact(tenantId, (tx) =>
    openLedger().settlementAccount(tx, tenantId, 'schemeSettlement'),
  );
  const common = {
    steps: STEPS,
    databaseUrl: ctx.url,
    tenantId,
    scheme,
    servers: servers.map(({ baseUrl }) => baseUrl),
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    ctx.setSecurityTime(Date.now());
    const members = await givenMembers(ctx, product);
    const since = await newestRows(ctx);
    const reports = await Promise.all(PROCESSES.map((name) => run({ ...common, members, name, seed: SEED + round })));
    const report = { ledger: reports.flatMap(({ ledger }) => ledger), http: reports.flatMap(({ http }) => http) };
    expect(await wrongAcknowledgements({ ...ctx, tenantId, since, report })).toEqual([]);
    expectAllWays(report);
  }
  const [sums] = await ctx.asOwner(
    `SELECT sum(balance)::int AS all_money, min(balance - held) FILTER (WHERE floor = 0) >= 0 AS none_below,
              -sum(balance) FILTER (WHERE kind = 'bank') AS put_in FROM ledger_account`,
  );
  expect(sums).toEqual({
    all_money: 0,
    none_below: true,
    put_in: String(POOR * BigInt(ROUNDS * HOLDERS * ACCOUNTS_EACH)),
  });
  for (const { home } of servers) await home.close();
  expect(await deadlocks(ctx)).toBe('0');
  expect(await brokenIn(ctx)).toEqual([]);
});

/** Each connection tells of its own when it ends. */
async function deadlocks({ asOwner }: TestContext): Promise<string | undefined> {
  const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await asOwner(`SELECT pg_terminate_backend(pid) ${others}`);
  await expect.poll(() => asOwner(`SELECT pid ${others}`), { timeout: 10_000 }).toEqual([]);
  const [row] = await asOwner<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks;
}

/** Poor enough for the floor to matter, not so poor that nothing happened; and all that is tried has happened. */
function expectAllWays({ ledger, http }: Report): void {
  const ways = new Map<string, number>();
  const count = (way: string) => ways.set(way, (ways.get(way) ?? 0) + 1);
  for (const { command, outcome } of ledger) {
    const isReplay = outcome.ok && 'replayed' in outcome.value && outcome.value.replayed;
    count(`${command.do}: ${outcome.ok ? (isReplay ? 'replayed' : 'done') : outcome.refusal}`);
  }
  for (const { status } of http) count(`payment: ${status}`);
  const needed = [
    ...['post: done', 'post: replayed', 'post: insufficient_funds', 'post: key_reused', 'linked: done', 'hold: done'],
    ...['hold: replayed', 'add: done', 'capture: done', 'capture: hold_resolved', 'release: done'],
    ...['payment: 200', 'payment: 400'],
  ];
  expect(needed.filter((way) => (ways.get(way) ?? 0) < 5)).toEqual([]);
}

/** Five people who are signed in, and the accounts of each. */
async function givenMembers(ctx: TestContext, product: TestProduct): Promise<Member[]> {
  const expiry = `${new Date().getUTCFullYear() + 2}-11`;
  const people = Array.from({ length: HOLDERS }, async () => {
    const holder = await givenHolder(ctx, { brand: product.brand });
    const webAccount = await givenWebAccount(ctx, { holder });
    const { authorization } = (await givenSession(ctx, { webAccount })).headers;
    return Promise.all(
      Array.from({ length: ACCOUNTS_EACH }, async () => {
        const account = await givenAccount(ctx, { holder, balance: POOR });
        await givenCard(ctx, { account, product, expiry, accessCode: null });
        return { accountNumber: account.accountNumber, ledgerAccountId: account.ledgerAccountId, authorization };
      }),
    );
  });
  return (await Promise.all(people)).flat();
}

async function givenServer(ctx: TestContext): Promise<{ readonly home: ServerHome; readonly baseUrl: string }> {
  const home = await givenServerHome();
  closings.push(() => home.close());
  const { baseUrl } = await home.launch(productionSettings(ctx.url)).ready();
  return { home, baseUrl };
}

/** What the process was told, once it has ended. */
async function run(orders: Orders): Promise<Report> {
  const child = fork(path.join(import.meta.dirname, 'bank-process.ts'), { serialization: 'advanced', execArgv: [] });
  closings.push(() => child.kill('SIGKILL'));
  child.send(orders);
  return reportOf(child);
}

function reportOf(child: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as Report));
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it had told anything`)));
  });
}
