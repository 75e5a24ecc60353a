import { expect } from 'vitest';
import { type LocalCluster, startLocalCluster } from '../../tools/local-cluster.ts';
import { migrate } from '../src/platform/migrate.ts';
import { databaseAt, givenContext, type TestContext } from '../test-support/database.ts';
import { givenSession, type TestProduct } from '../test-support/factories.ts';
import { productionSettings } from '../test-support/production-server.ts';
import { givenServerHome, type ServerHome } from '../test-support/server-process.ts';
import { givenPayer, givenTransferProduct } from '../test-support/transfers.ts';
import type { Payer } from './client.ts';

/** Within this time a cluster is whole again after a trouble. */
export const RECOVERED_WITHIN_MS = 60_000;
const PASSWORD = 'wattle-server-of-the-test';

export type Person = Awaited<ReturnType<typeof givenPayer>>;

/** A cluster of deploy/ on this machine, with people, and servers that are given beside it. */
export type ClusterStage = {
  readonly cluster: LocalCluster;
  readonly ctx: TestContext;
  readonly product: TestProduct;
  readonly people: readonly Person[];
  readonly homes: readonly ServerHome[];
  readonly baseUrls: readonly string[];
  startServers(count: number, settings?: Readonly<Record<string, string>>): Promise<void>;
  signIn(): Promise<Payer[]>;
  /** Waits for a leader, a synchronous standby and three nodes. Answers who leads. */
  whole(): Promise<string>;
  close(): Promise<void>;
};

type Given = {
  /** It and the 40 ports after it must be free. */
  readonly basePort: number;
  /** What each person has, in cents. */
  readonly balances: readonly bigint[];
  /** Each node on a disk of its own of so many MB. */
  readonly diskMb?: number;
};

const HOUR_MS = 3_600_000;

export async function givenClusterStage({ basePort, balances, diskMb }: Given): Promise<ClusterStage> {
  const cluster = await startLocalCluster(basePort, { ...(diskMb !== undefined && { diskMb }) });
  await migrate(cluster.ownerUrl, { appLogin: { name: 'wattle_server', password: PASSWORD } });
  const withPassword = (url: string) => url.replace(/wattle_server:[^@]*/, `wattle_server:${PASSWORD}`);
  const appUrl = withPassword(cluster.appUrl);
  const ctx = await givenContext({}, databaseAt(cluster.superuserUrl, appUrl));
  const product = await givenTransferProduct(ctx, { schemeTopUp: true, maxBalance: 1e9, maxBalanceUnverified: 1e9 });
  const people = await Promise.all(balances.map((balance) => givenPayer(ctx, product, balance)));
  // A trouble may last longer than an access token.
  const session = { ...ctx.config.session, accessTokenMs: HOUR_MS };
  const longSessions = { ...ctx, config: { ...ctx.config, session } };
  const homes: ServerHome[] = [];
  const baseUrls: string[] = [];
  return {
    cluster,
    ctx,
    product,
    people,
    homes,
    baseUrls,
    async startServers(count, settings = {}) {
      for (let number = 0; number < count; number += 1) {
        const home = await givenServerHome();
        homes.push(home);
        const given = {
          ...productionSettings(appUrl, product.brand),
          DATABASE_REPLICA_URL: withPassword(cluster.replicaUrl),
          ...settings,
        };
        baseUrls.push((await home.launch(given).ready()).baseUrl);
      }
    },
    signIn: () =>
      Promise.all(
        people.map(async ({ card, webAccount }) => {
          const { authorization } = (await givenSession(longSessions, { webAccount })).headers;
          const { accountNumber, ledgerAccountId } = card.account;
          return { accountNumber, ledgerAccountId, pan: card.pan, authorization };
        }),
      ),
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

export const soon = (isSo: () => boolean | Promise<boolean>) =>
  expect.poll(isSo, { timeout: RECOVERED_WITHIN_MS, interval: 200 }).toBe(true);
