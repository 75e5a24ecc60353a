import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, type LocalCluster, signal } from './local-cluster.ts';
import type { TestContext } from '../../server/test-support/processes/database.ts';
import {
  type GatewayServer,
  givenGatewayServer,
  NOTICE_KEY,
} from '../../server/test-support/outside/gateway-server.ts';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { payAndKeep, type Payer } from '../../server/stress/client.ts';
import { type ClusterStage, givenClusterStage, killPrimary, RECOVERED_WITHIN_MS, soon } from './cluster-stage.ts';
import { startLoad } from './failover-load.ts';
import { settledWork, startWork } from './failover-work.ts';
import { type Acknowledged, counts, countsOf, lost } from '../../server/stress/still-there.ts';

const ROUNDS = Number(process.env['WATTLE_CLUSTER_ROUNDS'] ?? 1);
const BASE_PORT = 24_000;
/** Longer than a leader lock lives without renewal (`ttl` of ops/deploy/patroni.yml). */
const LONGER_THAN_TTL_MS = 30_000;
/** `npm run test:cluster -- --etcd-gone 600`: seconds without etcd for all nodes. */
const ETCD_GONE_MS = Number(process.env['WATTLE_CLUSTER_ETCD_GONE'] ?? LONGER_THAN_TTL_MS / 1_000) * 1_000;
/** A fault, and twice the minute within which a cluster is healthy. */
const TEST_MS = 180_000 + ETCD_GONE_MS;
/** Enough for the payments of many rounds, and one person whose balance is used up immediately. */
const BALANCES = [100_000_000n, 100_000_000n, 100_000_000n, 3_000n];

let stage: ClusterStage;
let cluster: LocalCluster;
let ctx: TestContext;
let gateway: GatewayServer;
const acknowledged: Acknowledged[] = [];

beforeAll(async () => {
  stage = await givenClusterStage({ basePort: BASE_PORT, balances: BALANCES });
  ({ cluster, ctx } = stage);
  gateway = await givenGatewayServer({ business: { now: Date.now }, security: { now: Date.now } });
  await stage.startServers(2, {
    WATTLE_NETWORK_STAND_IN: 'approve=20.00',
    WATTLE_GATEWAY_URL: gateway.settings.url,
    WATTLE_GATEWAY_API_KEY: gateway.settings.apiKey,
    WATTLE_GATEWAY_NOTICE_KEY: NOTICE_KEY.toString('hex'),
    WATTLE_GATEWAY_PAGE_ORIGIN: gateway.settings.pageOrigin,
  });
});
afterAll(async () => {
  await gateway?.close();
  await stage?.close();
});

const allOf = (node: string) => {
  const postmaster = cluster.postmaster(node);
  return [cluster.patroni(node), postmaster, ...childrenOf(postmaster)];
};

/** Faults of the primary. Resolves when the fault has ended. */
const TROUBLES: Readonly<Record<string, (leader: string) => Promise<void>>> = {
  async 'primary killed'(leader) {
    killPrimary(cluster, leader);
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
  // The primary continues, because it reaches the other nodes (`failsafe_mode`).
  async 'etcd gone for all nodes'() {
    const nodes = (await cluster.members()).map(({ name }) => name);
    for (const node of nodes) cluster.cutOff(node, true);
    await sleep(ETCD_GONE_MS);
    for (const node of nodes) cluster.cutOff(node, false);
  },
  async 'asked to switch over'(leader) {
    // Standbys keep the primary known before etcd became unavailable (ops/docs/cluster.md).
    await soon(async () => !(await cluster.isFailsafe()));
    await cluster.switchOver(leader);
  },
};

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [what, trouble] of Object.entries(TROUBLES)) {
    test(`${what}, ${round + 1}: nothing acknowledged is lost or duplicated`, { timeout: TEST_MS }, async () => {
      ctx.setSecurityTime(Date.now());
      const before = await stage.whole();
      const payers = await stage.signIn();
      const load = startLoad({ ...stage, payers, name: `${round}-${what.replaceAll(/\W+/g, '-')}` });
      const work = startWork(withWork(payers));
      const listeners = stage.baseUrls.map((baseUrl) => listen(baseUrl, payers[0]?.authorization ?? ''));
      await soon(() => listeners.every(({ heardAt }) => heardAt() > 0));
      await sleep(2_000);
      const begun = performance.now();
      await trouble(before);
      const over = Date.now();
      await load.hasAnsweredSince(performance.now());
      // Each server listens again, and one of them took over the leases of due work: its seals are new.
      for (const { heardAt } of listeners) await soon(() => heardAt() > over);
      await soon(async () => (await sealedAt()) > over);
      await sleep(2_000);
      await Promise.all(listeners.map(({ stop }) => stop()));
      await work.stop();
      const answered = await load.stop();
      const silent = load.longestSilence(begun);
      const unread = load.longestUnread(begun);
      acknowledged.push(...answered);
      const after = await stage.whole();
      // Purchases that servers approved without the books are posted as advices soon after.
      await expect.poll(standInFiles, { timeout: RECOVERED_WITHIN_MS, interval: 200 }).toEqual([]);
      const worked = await settledWork(withWork(payers));
      const found = {
        lost: await lost(ctx, acknowledged),
        there: await counts(ctx, stage.product.brand.tenantId),
        broken: await brokenIn(ctx),
      };
      const isRight = found.lost.length === 0 && found.broken.length === 0;
      process.stdout.write(
        `${what}: ${before} led, then ${after}; ${(silent / 1_000).toFixed(1)} s without writes, ` +
          `${(unread / 1_000).toFixed(1)} s without reads; ` +
          `${answered.length} acknowledged; lost ${found.lost.length}, there ${JSON.stringify(found.there)}, ` +
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

test('a lagging standby answers no caller with newer writes', async () => {
  ctx.setSecurityTime(Date.now());
  await stage.whole();
  const [payer, payee] = await stage.signIn();
  if (!payer || !payee) throw new Error('two people');
  const standbys = await standbysOf(2);
  for (const standby of standbys) await standby.query('SELECT pg_wal_replay_pause()');
  const newest: string[] = [];
  const paid: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const asked = { key: `behind-${number}`, payer, payee, amount: 100 + number };
    const { answered, seen } = await payAndKeep(stage.baseUrls[number % 2] ?? '', asked);
    acknowledged.push(answered);
    paid.push((JSON.parse(answered.answer.body) as { ReceiptNumber: string }).ReceiptNumber);
    const query = `accountNumber=${payer.accountNumber}&count=1&skip=0`;
    const answer = await fetch(`${stage.baseUrls[(number + 1) % 2]}/api/transaction?${query}`, {
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

/** A superuser connection to each standby, through HAProxy's round-robin. */
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

/** Settings for the schedules and top-ups of a round. */
function withWork(payers: readonly Payer[]) {
  const { people, product, baseUrls } = stage;
  const [from, to] = people;
  if (!from || !to) throw new Error('two people');
  return { ctx, brand: product.brand, gateway, baseUrls, from, to, authorization: payers[0]?.authorization ?? '' };
}

async function sealedAt(): Promise<number> {
  const [row] = await ctx.asOwner<{ at: Date | null }>('SELECT max(sealed_at) AS at FROM ledger_seal');
  return row?.at?.getTime() ?? 0;
}

/** One stream of a server, opened once, with the time of its last event. */
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
  return stage.homes.flatMap(({ dataFolder }) =>
    readdirSync(dataFolder).filter((name) => name.startsWith('stand-in-')),
  );
}
