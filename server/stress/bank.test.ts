import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRANSFER_CODE } from '../src/ledger/ledger.ts';
import { givenContext, givenMode, type TestContext } from '../test-support/processes/database.ts';
import { givenAccount, givenCard, givenHolder, givenSession, givenWebAccount } from '../test-support/factories.ts';
import type { TestProduct } from '../test-support/factories.ts';
import { openLedger } from '../src/ledger/open-ledger.ts';
import { productionSettings } from '../test-support/processes/production-server.ts';
import { inFull, seedOr } from '../test-support/sampled.ts';
import { givenServerHome, type ServerHome } from '../test-support/processes/server-process.ts';
import { givenTransferProduct } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/ledger/verified.ts';
import { newestRows, wrongAcknowledgements } from './acknowledged.ts';
import type { Orders, Report } from './bank-process.ts';
import { pay, type Payer } from './client.ts';

/** Each round has 50 new accounts and another seed. */
const ROUNDS = Number(process.env['WATTLE_BANK_ROUNDS'] ?? inFull(5, 1));
const SEED = seedOr(20_261_120);
const HOLDERS = 5;
const ACCOUNTS_EACH = 10;
const POOR = 5_000n;
/** Steps of each of the eight connections. */
const STEPS = 200;
const PROCESSES = ['a', 'b'];
/** Far longer than a round takes on a busy machine. */
const ROUND_MS = 120_000;

/** Repeats of one request, alternating between both servers. */
const REPLAYS = 50;

const closings: (() => unknown)[] = [];
let ctx: TestContext;
let product: TestProduct;
let servers: readonly { readonly home: ServerHome; readonly baseUrl: string }[];
beforeAll(async () => {
  ctx = await givenContext();
  closings.push(() => ctx.close());
  product = await givenTransferProduct(ctx);
  await givenMode(ctx, 'production');
  servers = await Promise.all(PROCESSES.map(givenServer));
});
afterAll(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

test(`one payment sent ${REPLAYS} times at once to two servers is made once, with the same response each time`, async () => {
  ctx.setSecurityTime(Date.now());
  const [payer, payee] = (await givenMembers()) as [Payer, Payer, ...Payer[]];
  const since = await newestRows(ctx);
  const payment = { key: 'fifty times', payer, payee, amount: 1_000 };
  const answers = await Promise.all(
    Array.from({ length: REPLAYS }, (_, turn) => pay(servers[turn % servers.length]?.baseUrl ?? '', payment)),
  );
  expect(answers).toEqual(answers.map(() => ({ status: 200, body: answers[0]?.body })));
  const report = { ledger: [], http: answers.map((answer) => ({ payment, answer })) };
  expect(await wrongAcknowledgements({ ...ctx, tenantId: product.brand.tenantId, since, report })).toEqual([]);
});

test(`two processes on eight connections and two servers move the money of 50 poor accounts, in ${ROUNDS} rounds (seed ${SEED})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const { tenantId } = product.brand;
  const scheme = await ctx.database.transact(tenantId, (tx) =>
    openLedger().settlementAccount(tx, tenantId, 'schemeSettlement'),
  );
  const urls = servers.map(({ baseUrl }) => baseUrl);
  const common = { steps: STEPS, databaseUrl: ctx.url, tenantId, scheme, servers: urls };
  for (let round = 0; round < ROUNDS; round += 1) {
    ctx.setSecurityTime(Date.now());
    const members = await givenMembers();
    const since = await newestRows(ctx);
    const reports = await Promise.all(PROCESSES.map((name) => run({ ...common, members, name, seed: SEED + round })));
    const report = { ledger: reports.flatMap(({ ledger }) => ledger), http: reports.flatMap(({ http }) => http) };
    expect(await wrongAcknowledgements({ ...ctx, tenantId, since, report })).toEqual([]);
    expectAllWays(report);
  }
  const [sums] = await ctx.asOwner(
    `SELECT sum(balance)::int AS all_money, min(balance - held) FILTER (WHERE floor = 0) >= 0 AS none_below,
              sum(balance) FILTER (WHERE kind <> 'bank')
                = (SELECT sum(amount) FROM transfer WHERE code = ${TRANSFER_CODE.opening}) AS all_there
       FROM ledger_account`,
  );
  expect(sums).toEqual({ all_money: 0, none_below: true, all_there: true });
  for (const { home } of servers) await home.close();
  expect(await deadlocks()).toBe('0');
  expect(await brokenIn(ctx)).toEqual([]);
});

/** Each connection reports its own when it ends. */
async function deadlocks(): Promise<string | undefined> {
  const { asOwner } = ctx;
  const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await asOwner(`SELECT pg_terminate_backend(pid) ${others}`);
  await expect.poll(() => asOwner(`SELECT pid ${others}`), { timeout: 10_000 }).toEqual([]);
  const [row] = await asOwner<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks;
}

/** Balances low enough for refusals and high enough for successes, so that every outcome has occurred. */
function expectAllWays({ ledger, http }: Report): void {
  const ways = new Map<string, number>();
  const count = (way: string) => ways.set(way, (ways.get(way) ?? 0) + 1);
  for (const { command, outcome } of ledger) {
    const isReplay = outcome.ok && 'replayed' in outcome.value && outcome.value.replayed;
    count(`${command.do}: ${outcome.ok ? (isReplay ? 'replayed' : 'done') : outcome.refusal}`);
  }
  for (const { answer } of http) count(`payment: ${answer.status}`);
  const needed = [
    'post: done',
    'post: replayed',
    'post: insufficient_funds',
    'post: key_reused',
    'linked: done',
    'hold: done',
    'hold: replayed',
    'add: done',
    'capture: done',
    'capture: hold_resolved',
    'release: done',
    'payment: 200',
    'payment: 400',
  ];
  expect(needed.filter((way) => (ways.get(way) ?? 0) < 5)).toEqual([]);
}

/** Five signed-in people with their accounts. */
async function givenMembers(): Promise<Payer[]> {
  const expiry = `${new Date().getUTCFullYear() + 2}-11`;
  const people = Array.from({ length: HOLDERS }, async () => {
    const holder = await givenHolder(ctx, { brand: product.brand });
    const webAccount = await givenWebAccount(ctx, { holder });
    const { authorization } = (await givenSession(ctx, { webAccount })).headers;
    return Promise.all(
      Array.from({ length: ACCOUNTS_EACH }, async () => {
        const account = await givenAccount(ctx, { holder, balance: POOR });
        const { pan } = await givenCard(ctx, { account, product, expiry, accessCode: null });
        return { accountNumber: account.accountNumber, ledgerAccountId: account.ledgerAccountId, pan, authorization };
      }),
    );
  });
  return (await Promise.all(people)).flat();
}

async function givenServer() {
  const home = await givenServerHome();
  closings.push(() => home.close());
  const { baseUrl } = await home.launch(productionSettings(ctx.url, product.brand)).ready();
  return { home, baseUrl };
}

/** Report of the process after it has exited. */
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
