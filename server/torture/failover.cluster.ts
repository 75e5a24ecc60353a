import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, type LocalCluster, signal, startLocalCluster } from '../../tools/local-cluster.ts';
import { migrate } from '../src/platform/migrate.ts';
import { databaseAt, givenContext, type TestContext } from '../test-support/database.ts';
import { dice } from '../test-support/dice.ts';
import { givenSession, type TestProduct } from '../test-support/factories.ts';
import { productionSettings } from '../test-support/production-server.ts';
import { type GatewayServer, givenGatewayServer, NOTICE_KEY } from '../test-support/gateway-server.ts';
import { givenServerHome, type ServerHome } from '../test-support/server-process.ts';
import { givenPayer, givenTransferProduct } from '../test-support/transfers.ts';
import { brokenIn } from '../test-support/verified.ts';
import { anyRequest, ask, payAndKeep, type Payer } from './client.ts';
import { settledWork, startWork } from './failover-work.ts';
import { type Acknowledged, counts, countsOf, lost } from './still-there.ts';

const ROUNDS = Number(process.env['WATTLE_CLUSTER_ROUNDS'] ?? 1);
const SEED = Number(process.env['WATTLE_SEED'] ?? 20_261_120);
const BASE_PORT = 24_000;
const CALLERS = 8;
/** Longer than leadership lasts without its holder (`ttl` of deploy/patroni.yml). */
const LONGER_THAN_TTL_MS = 30_000;
/** `npm run test:cluster -- --etcd-gone 600`: seconds without etcd for all nodes. */
const ETCD_GONE_MS = Number(process.env['WATTLE_CLUSTER_ETCD_GONE'] ?? LONGER_THAN_TTL_MS / 1_000) * 1_000;
/** A trouble, and twice the minute within which a cluster is whole. */
const TEST_MS = 180_000 + ETCD_GONE_MS;
const RECOVERED_WITHIN_MS = 60_000;
const PASSWORD = 'wattle-server-of-the-test';

let cluster: LocalCluster;
let ctx: TestContext;
let product: TestProduct;
let gateway: GatewayServer;
let people: Awaited<ReturnType<typeof givenPayer>>[];
const homes: ServerHome[] = [];
const baseUrls: string[] = [];
const acknowledged: Acknowledged[] = [];

beforeAll(async () => {
  cluster = await startLocalCluster(BASE_PORT);
  await migrate(cluster.ownerUrl, { appLogin: { name: 'wattle_server', password: PASSWORD } });
  const appUrl = withPassword(cluster.appUrl);
  ctx = await givenContext({}, databaseAt(cluster.superuserUrl, appUrl));
  product = await givenTransferProduct(ctx, { schemeTopUp: true, maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  gateway = await givenGatewayServer({ business: { now: Date.now }, security: { now: Date.now } });
  people = await Promise.all(
    [100_000_000n, 100_000_000n, 100_000_000n, 3_000n].map((balance) => givenPayer(ctx, product, balance)),
  );
  for (let number = 0; number < 2; number += 1) {
    const home = await givenServerHome();
    homes.push(home);
    const settings = {
      ...productionSettings(appUrl, product.brand),
      DATABASE_REPLICA_URL: withPassword(cluster.replicaUrl),
      WATTLE_NETWORK_STAND_IN: 'approve=20.00',
      WATTLE_GATEWAY_URL: gateway.settings.url,
      WATTLE_GATEWAY_API_KEY: gateway.settings.apiKey,
      WATTLE_GATEWAY_NOTICE_KEY: NOTICE_KEY.toString('hex'),
      WATTLE_GATEWAY_PAGE_ORIGIN: gateway.settings.pageOrigin,
    };
    const { baseUrl } = await home.launch(settings).ready();
    baseUrls.push(baseUrl);
  }
});
afterAll(async () => {
  for (const home of homes) await home.close();
  await gateway?.close();
  await ctx?.close();
  await cluster?.stop();
});

const withPassword = (url: string) => url.replace(/wattle_server:[^@]*/, `wattle_server:${PASSWORD}`);

const allOf = (node: string) => {
  const postmaster = cluster.postmaster(node);
  return [cluster.patroni(node), postmaster, ...childrenOf(postmaster)];
};

/** What is done to the leader. Resolves when nothing more is done. */
const TROUBLES: Readonly<Record<string, (leader: string) => Promise<void>>> = {
  async 'primary killed'(leader) {
    const [, ...postgres] = allOf(leader);
    for (const pid of postgres) signal(pid, 'SIGKILL');
  },
  async 'primary frozen, then woken'(leader) {
    const all = allOf(leader);
    for (const pid of all) signal(pid, 'SIGSTOP');
    await sleep(LONGER_THAN_TTL_MS);
    for (const pid of all) signal(pid, 'SIGCONT');
  },
  async 'primary cut off from etcd'(leader) {
    cluster.cutOff(leader, true);
    await sleep(LONGER_THAN_TTL_MS);
    cluster.cutOff(leader, false);
  },
  // The leader goes on, because it reaches the other nodes (`failsafe_mode`).
  async 'etcd gone for all nodes'() {
    const nodes = (await cluster.members()).map(({ name }) => name);
    for (const node of nodes) cluster.cutOff(node, true);
    await sleep(ETCD_GONE_MS);
    for (const node of nodes) cluster.cutOff(node, false);
  },
  async 'asked to switch over'(leader) {
    await cluster.switchOver(leader);
  },
};

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [what, trouble] of Object.entries(TROUBLES)) {
    test(`${what}, ${round + 1}: nothing acknowledged is lost or made twice`, { timeout: TEST_MS }, async () => {
      ctx.setSecurityTime(Date.now());
      const before = await wholeCluster();
      const payers = await Promise.all(people.map(signIn));
      const load = startLoad(payers, `${round}-${what.replaceAll(/\W+/g, '-')}`);
      const work = startWork(withWork(payers));
      const listeners = baseUrls.map((baseUrl) => listen(baseUrl, payers[0]?.authorization ?? ''));
      await soon(() => listeners.every(({ heardAt }) => heardAt() > 0));
      await sleep(2_000);
      const begun = performance.now();
      await trouble(before);
      const over = Date.now();
      await load.hasAnsweredSince(performance.now());
      // Each server has taken up LISTEN again, and one of them the leases of due work: what it seals is new.
      for (const { heardAt } of listeners) await soon(() => heardAt() > over);
      await soon(async () => (await sealedAt()) > over);
      await sleep(2_000);
      await Promise.all(listeners.map(({ stop }) => stop()));
      await work.stop();
      const told = await load.stop();
      const silent = load.longestSilence(begun);
      const unread = load.longestUnread(begun);
      acknowledged.push(...told);
      const after = await wholeCluster();
      // What servers approved alone is in the books as advices soon after.
      await expect.poll(standInFiles, { timeout: RECOVERED_WITHIN_MS, interval: 200 }).toEqual([]);
      const worked = await settledWork(withWork(payers));
      const found = {
        lost: await lost(ctx, acknowledged),
        there: await counts(ctx, product.brand.tenantId),
        broken: await brokenIn(ctx),
      };
      const isRight = found.lost.length === 0 && found.broken.length === 0;
      process.stdout.write(
        `${what}: ${before} led, then ${after}; ${(silent / 1_000).toFixed(1)} s without writes, ` +
          `${(unread / 1_000).toFixed(1)} s without reads; ` +
          `${told.length} acknowledged; lost ${found.lost.length}, there ${JSON.stringify(found.there)}, ` +
          `acknowledged ${JSON.stringify(countsOf(acknowledged))}, work ${JSON.stringify(worked)}, verify ${isRight ? 'holds' : 'does not hold'}\n`,
      );
      const { made, charged } = worked;
      expect(worked).toEqual({ made, paid: made, posted: made, charged, credited: charged });
      const expected = countsOf(acknowledged);
      const there = { ...expected, transfers: expected.transfers + made + charged };
      expect(found).toEqual({ lost: [], there, broken: [] });
    });
  }
}

test('a standby that is behind answers nobody who has done more than it knows', async () => {
  ctx.setSecurityTime(Date.now());
  await wholeCluster();
  const [payer, payee] = await Promise.all(people.slice(0, 2).map(signIn));
  if (!payer || !payee) throw new Error('two people');
  const standbys = await standbysOf(2);
  for (const standby of standbys) await standby.query('SELECT pg_wal_replay_pause()');
  const newest: string[] = [];
  const paid: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const asked = { key: `behind-${number}`, payer, payee, amount: 100 + number };
    const { told, seen } = await payAndKeep(baseUrls[number % 2] ?? '', asked);
    acknowledged.push(told);
    paid.push((JSON.parse(told.answer.body) as { ReceiptNumber: string }).ReceiptNumber);
    const query = `accountNumber=${payer.accountNumber}&count=1&skip=0`;
    const answer = await fetch(`${baseUrls[(number + 1) % 2]}/api/transaction?${query}`, {
      headers: { authorization: payer.authorization, cookie: seen },
    });
    const { Transactions } = (await answer.json()) as { Transactions: { Reference: string }[] };
    newest.push(Transactions[0]?.Reference ?? '');
  }
  for (const standby of standbys) {
    await standby.query('SELECT pg_wal_replay_resume()');
    await standby.end();
  }
  expect(newest).toEqual(paid);
});

/** A connection to each of the standbys, as the superuser: HAProxy gives them in turn. */
async function standbysOf(count: number): Promise<pg.Client[]> {
  const found = new Map<string, pg.Client>();
  while (found.size < count) {
    const client = new pg.Client({
      connectionString: cluster.superuserUrl.replace(/:\d+\/wattle$/, `:${BASE_PORT + 1}/wattle`),
    });
    await client.connect();
    const { rows } = await client.query<{ port: string }>("SELECT current_setting('port') AS port");
    const port = rows[0]?.port ?? '';
    if (found.has(port)) await client.end();
    else found.set(port, client);
  }
  return [...found.values()];
}

/** What the schedules and top-ups of a round need. */
function withWork(payers: readonly Payer[]) {
  const [from, to] = people;
  if (!from || !to) throw new Error('two people');
  return { ctx, brand: product.brand, gateway, baseUrls, from, to, authorization: payers[0]?.authorization ?? '' };
}

const soon = (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { timeout: RECOVERED_WITHIN_MS, interval: 200 }).toBe(true);

async function sealedAt(): Promise<number> {
  const [row] = await ctx.asOwner<{ at: Date | null }>('SELECT max(sealed_at) AS at FROM ledger_seal');
  return row?.at?.getTime() ?? 0;
}

/** One stream of a server, opened once: when it told of a change last. */
function listen(baseUrl: string, authorization: string) {
  let last = 0;
  const ending = new AbortController();
  const listening = (async () => {
    const answer = await fetch(`${baseUrl}/api/live`, { headers: { authorization }, signal: ending.signal });
    for await (const piece of answer.body ?? []) {
      if (/changed|refetch/.test(Buffer.from(piece).toString())) last = Date.now();
    }
  })().catch(() => {});
  return {
    heardAt: () => last,
    async stop() {
      ending.abort();
      await listening;
    },
  };
}

function standInFiles(): string[] {
  return homes.flatMap(({ dataFolder }) => readdirSync(dataFolder).filter((name) => name.startsWith('stand-in-')));
}

async function signIn({ card, webAccount }: Awaited<ReturnType<typeof givenPayer>>): Promise<Payer> {
  const { authorization } = (await givenSession(ctx, { webAccount })).headers;
  const { accountNumber, ledgerAccountId } = card.account;
  return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
}

/** Waits for a leader, a synchronous standby and three nodes. Returns who leads. */
async function wholeCluster(): Promise<string> {
  let leader = '';
  const isWhole = async () => {
    const members = await cluster.members();
    leader = members.find(({ role }) => role === 'leader')?.name ?? '';
    const isUp = members.length === 3 && members.every(({ state }) => state === 'running' || state === 'streaming');
    return leader !== '' && isUp && members.some(({ role }) => role === 'sync_standby');
  };
  await expect.poll(isWhole, { timeout: RECOVERED_WITHIN_MS, interval: 500 }).toBe(true);
  return leader;
}

/** Callers that ask until they are answered, with the same key, at one server and then at the other. */
function startLoad(payers: readonly Payer[], name: string) {
  const told: Acknowledged[] = [];
  const answeredAt: number[] = [performance.now()];
  const readAt: number[] = [performance.now()];
  let isOver = false;
  let fault: Error | undefined;
  async function caller(number: number): Promise<void> {
    const throws = dice(SEED + number);
    for (let sent = 0; !isOver; sent += 1) {
      const asked = anyRequest(throws, payers, `${name}-${number}-${sent}`);
      for (let attempt = number; ; attempt += 1) {
        const answer = await ask(baseUrls[attempt % baseUrls.length] ?? '', asked, ctx.secrets);
        if (answer) {
          told.push({ asked, answer });
          answeredAt.push(performance.now());
          break;
        }
        await sleep(250);
      }
      // Two cores carry the whole cluster.
      await sleep(20);
    }
  }
  /** Somebody who has paid, and looks at their home again and again. */
  async function reader(): Promise<void> {
    const [payer, payee] = payers;
    if (!payer || !payee) throw new Error('two people');
    const asked = { key: `${name}-reader`, payer, payee, amount: 1 };
    const cookie = await payAndKeep(baseUrls[0] ?? '', asked);
    told.push(cookie.told);
    for (let sent = 0; !isOver; sent += 1) {
      const answer = await fetch(`${baseUrls[sent % baseUrls.length]}/api/card/cards`, {
        headers: { authorization: payer.authorization, cookie: cookie.seen },
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined);
      if (answer?.status === 200) readAt.push(performance.now());
      else if (answer && answer.status !== 503) throw new Error(`a read answered ${answer.status}`);
      await answer?.arrayBuffer().catch(() => {});
      await sleep(100);
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, number) => caller(number));
  const all = Promise.all([...callers, reader()]).catch((error: unknown) => {
    fault = error instanceof Error ? error : new Error(String(error));
    isOver = true;
  });
  return {
    async hasAnsweredSince(moment: number) {
      const isSo = () => fault !== undefined || (answeredAt.at(-1) ?? 0) > moment + 500;
      await expect.poll(isSo, { timeout: RECOVERED_WITHIN_MS, interval: 100 }).toBe(true);
    },
    async stop() {
      isOver = true;
      await all;
      if (fault !== undefined) throw fault;
      return told;
    },
    longestSilence: (since: number) => longestGap(answeredAt, since),
    longestUnread: (since: number) => longestGap(readAt, since),
  };
}

function longestGap(moments: readonly number[], since: number): number {
  const all = [since, ...moments.filter((moment) => moment > since)];
  return Math.max(...all.slice(1).map((moment, place) => moment - (all[place] ?? 0)));
}
