import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { readPostmaster } from '../src/postgres/postmaster.ts';
import { databaseAt, givenContext, type TestContext } from '../test-support/processes/database.ts';
import { type Dice, dice, oneOf } from '../test-support/dice.ts';
import { endWithThisProcess } from '../test-support/processes/end-with-this-process.ts';
import { givenSession } from '../test-support/factories.ts';
import type { TestProduct } from '../test-support/factories.ts';
import { productionSettings } from '../test-support/processes/production-server.ts';
import { seedOr } from '../test-support/sampled.ts';
import { givenServerHome, type ServerHome, type ServerProcess } from '../test-support/processes/server-process.ts';
import { givenPayer, givenTransferProduct } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/ledger/verified.ts';
import { type Answer, anyRequest, ask, type Asked, meaningOf, type Payer } from './client.ts';
import { type Acknowledged, counts, countsOf, lost } from './still-there.ts';

const ROUNDS = Number(process.env['WATTLE_CRASH_ROUNDS'] ?? 10);
const SEED = seedOr(20_261_120);
/** Far longer than a round takes on a busy machine. */
const ROUND_MS = 60_000;
const CALLERS = 16;
const RICH = 10_000_000n;
const POOR = 3_000n;
/** Number of responses after which the victim is killed. */
const MOST_ANSWERED = 200;

const VICTIMS = ['the server', 'the database', 'both'] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'wattle-crash-'));
let postgres: EmbeddedPostgres;
let home: ServerHome;
let server: ServerProcess;
let ctx: TestContext;
let baseUrl: string;
let product: TestProduct;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  await startPostgres();
  endWithThisProcess(folder);
  await migrate(postgres.ownerUrl, { mode: 'production', appLogin: postgres.appLogin });
  ctx = await givenContext({}, databaseAt(postgres.ownerUrl, postgres.appUrl));
  product = await givenTransferProduct(ctx, { maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  home = await givenServerHome();
  await startServer();
});
afterAll(async () => {
  await home?.close();
  await ctx?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Flushes every commit to disk, as in production. */
async function startPostgres() {
  postgres = await startEmbeddedPostgres({ folder });
}

async function startServer() {
  server = home.launch(productionSettings(postgres.appUrl, product.brand));
  ({ baseUrl } = await server.ready());
}

async function killPostgres() {
  const cluster = path.join(folder, 'data');
  process.kill(-(readPostmaster(cluster)?.pid ?? Number.NaN), 'SIGKILL');
  await expect.poll(() => readPostmaster(cluster), { timeout: 10_000 }).toBeUndefined();
}

async function killServer() {
  server.child.kill('SIGKILL');
  await server.ended();
}

test(`${ROUNDS} times server, database or both are killed under load, and nothing acknowledged is lost (seed ${SEED})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const roll = dice(SEED);
  const people = await Promise.all(
    [RICH, RICH, RICH, RICH, RICH, RICH, POOR, POOR].map((balance) => givenPayer(ctx, product, balance)),
  );
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ctx.setSecurityTime(Date.now());
    const payers = await Promise.all(people.map(signIn));
    const victim = oneOf(roll, VICTIMS);
    const { answered, unanswered } = await killUnderLoad(roll, payers, round, victim);
    await recover(victim);
    const now = [...acknowledged, ...answered];
    // First the stored data, then again after everything was sent again.
    const which = { round, victim };
    expect({ ...which, lost: await lost(ctx, now) }).toEqual({ ...which, lost: [] });
    const again = await Promise.all([...answered.map(({ asked }) => asked), ...unanswered].map(insist));
    expect(again.slice(0, answered.length).map(meaningOf)).toEqual(answered.map(({ answer }) => meaningOf(answer)));
    const late = unanswered.map((asked, place) => ({ asked, answer: again[answered.length + place] as Answer }));
    acknowledged.push(...answered, ...late);
    expect({ ...which, lost: await lost(ctx, acknowledged) }).toEqual({ ...which, lost: [] });
    expect({ ...which, ...(await counts(ctx, product.brand.tenantId)) }).toEqual({
      ...which,
      ...countsOf(acknowledged),
    });
    expect({ ...which, broken: await brokenIn(ctx) }).toEqual({ ...which, broken: [] });
  }
});

async function signIn({ card, webAccount }: Awaited<ReturnType<typeof givenPayer>>): Promise<Payer> {
  const { authorization } = (await givenSession(ctx, { webAccount })).headers;
  const { accountNumber, ledgerAccountId } = card.account;
  return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
}

/** Requests answered before and after the kill, and requests without a response. */
async function killUnderLoad(roll: Dice, payers: readonly Payer[], round: number, victim: (typeof VICTIMS)[number]) {
  const answered: Acknowledged[] = [];
  const unanswered: Asked[] = [];
  const enough = 1 + roll(MOST_ANSWERED);
  let isDead = false;
  let die = () => {};
  const isTime = new Promise<void>((resolve) => {
    die = resolve;
  });
  async function caller(number: number): Promise<void> {
    const throws = dice(SEED + round * 1_000 + number);
    for (let sent = 0; !isDead; sent += 1) {
      const asked = anyRequest(throws, payers, `crash-${round}-${number}-${sent}`);
      const answer = await ask(baseUrl, asked, ctx.secrets);
      if (answer) answered.push({ asked, answer });
      else unanswered.push(asked);
      if (answered.length >= enough) die();
    }
  }
  const load = Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)));
  await Promise.race([isTime, load]);
  if (victim !== 'the database') await killServer();
  if (victim !== 'the server') await killPostgres();
  isDead = true;
  await load;
  return { answered, unanswered };
}

/** A server reconnects to its database automatically. */
async function recover(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim !== 'the server') await startPostgres();
  if (victim !== 'the database') await startServer();
  const isReady = async () => {
    if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.output()}`);
    return (await fetch(`${baseUrl}/readyz`)).status;
  };
  await expect.poll(isReady, { timeout: 20_000 }).toBe(200);
}

/** Retries until there is a response. */
async function insist(asked: Asked): Promise<Answer> {
  const answers: Answer[] = [];
  const isAnswered = async () => {
    const answer = await ask(baseUrl, asked, ctx.secrets);
    if (answer) answers.push(answer);
    return answers.length;
  };
  await expect.poll(isAnswered, { timeout: 20_000 }).toBe(1);
  return answers[0] as Answer;
}
