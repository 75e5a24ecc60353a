import { expect } from 'vitest';
import { childrenOf, type LocalCluster, signal, startLocalCluster } from './local-cluster.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { databaseAt, givenContext, type TestContext } from '../../server/test-support/processes/database.ts';
import { givenSession, type TestBrand, type TestProduct } from '../../server/test-support/factories.ts';
import { productionSettings } from '../../server/test-support/processes/production-server.ts';
import { givenServerHome, type ServerHome } from '../../server/test-support/processes/server-process.ts';
import { givenPayer, givenTransferProduct } from '../../server/test-support/transfers.ts';
import type { Payer } from '../../server/stress/client.ts';

/** Maximum time until a cluster is healthy after a fault. */
export const RECOVERED_WITHIN_MS = 60_000;
const PASSWORD = 'wattle-server-of-the-test';

export type Person = Awaited<ReturnType<typeof givenPayer>>;

/** Cluster of ops/deploy/ on this machine, migrated and empty, with additional servers. */
export type RunningCluster = {
  readonly cluster: LocalCluster;
  readonly ctx: TestContext;
  /** Connects as the role of the servers, through HAProxy. */
  readonly appUrl: string;
  readonly homes: readonly ServerHome[];
  readonly baseUrls: readonly string[];
  /** Starts another server; with a given port, its URL is known in advance. */
  startServer(brand: Pick<TestBrand, 'identifier'>, settings?: Settings, home?: ServerHome): Promise<void>;
  /** Waits for a primary, a synchronous standby and three nodes. Returns the name of the primary. */
  whole(): Promise<string>;
  close(): Promise<void>;
};

/** The same with people. */
export type ClusterStage = RunningCluster & {
  readonly product: TestProduct;
  readonly people: readonly Person[];
  startServers(count: number, settings?: Settings): Promise<void>;
  signIn(): Promise<Payer[]>;
};

type Settings = Readonly<Record<string, string>>;

type Where = {
  /** It and the 40 ports after it must be free. */
  readonly basePort: number;
  /** Size in MB of each node's own disk. */
  readonly diskMb?: number;
};

type Given = Where & {
  /** Balance of each person in cents. */
  readonly balances: readonly bigint[];
};

const HOUR_MS = 3_600_000;

export async function givenRunningCluster({ basePort, diskMb }: Where): Promise<RunningCluster> {
  const cluster = await startLocalCluster(basePort, { ...(diskMb !== undefined && { diskMb }) });
  await migrate(cluster.ownerUrl, { mode: 'production', appLogin: { name: 'wattle_server', password: PASSWORD } });
  const withPassword = (url: string) => url.replace(/wattle_server:[^@]*/, `wattle_server:${PASSWORD}`);
  const appUrl = withPassword(cluster.appUrl);
  const ctx = await givenContext({}, databaseAt(cluster.superuserUrl, appUrl));
  const homes: ServerHome[] = [];
  const baseUrls: string[] = [];
  return {
    cluster,
    ctx,
    appUrl,
    homes,
    baseUrls,
    async startServer(brand, settings = {}, home) {
      const at = home ?? (await givenServerHome());
      homes.push(at);
      const given = {
        ...productionSettings(appUrl, brand),
        DATABASE_REPLICA_URL: withPassword(cluster.replicaUrl),
        ...settings,
      };
      baseUrls.push((await at.launch(given).ready()).baseUrl);
    },
    async whole() {
      let leader = '';
      const isWhole = async () => {
        const members = await cluster.members();
        leader = members.find(({ role }) => role === 'leader')?.name ?? '';
        const isUp = members.length === 3 && members.every(({ state }) => state === 'running' || state === 'streaming');
        return leader !== '' && isUp && members.some(({ role }) => role === 'sync_standby');
      };
      await expect.poll(isWhole, { timeout: RECOVERED_WITHIN_MS, interval: 500 }).toBe(true);
      return leader;
    },
    async close() {
      for (const home of homes) await home.close();
      await ctx.close();
      await cluster.stop();
    },
  };
}

export async function givenClusterStage({ balances, ...where }: Given): Promise<ClusterStage> {
  const running = await givenRunningCluster(where);
  const { product, people } = await givenPeople(running.ctx, balances);
  return {
    ...running,
    product,
    people,
    async startServers(count, settings = {}) {
      for (let number = 0; number < count; number += 1) await running.startServer(product.brand, settings);
    },
    signIn: () => signInAll(running.ctx, people),
  };
}

/** People of one product with balances in cents. */
export async function givenPeople(ctx: TestContext, balances: readonly bigint[]) {
  const product = await givenTransferProduct(ctx, { schemeTopUp: true, maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  const people = await Promise.all(balances.map((balance) => givenPayer(ctx, product, balance)));
  return { product, people };
}

/** A fault may last longer than an access token, so these are valid for longer. */
export function signInAll(ctx: TestContext, people: readonly Person[]): Promise<Payer[]> {
  const session = { ...ctx.config.session, accessTokenMs: HOUR_MS };
  const longSessions = { ...ctx, config: { ...ctx.config, session } };
  return Promise.all(
    people.map(async ({ card, webAccount }) => {
      const { authorization } = (await givenSession(longSessions, { webAccount })).headers;
      const { accountNumber, ledgerAccountId } = card.account;
      return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
    }),
  );
}

/** Kills PostgreSQL of a node with all its processes. */
export function killPrimary(cluster: LocalCluster, node: string): void {
  const postmaster = cluster.postmaster(node);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) signal(pid, 'SIGKILL');
}

export const soon = (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { timeout: RECOVERED_WITHIN_MS, interval: 200 }).toBe(true);
