import pg from 'pg';
import { givenServerHome } from '../../server/test-support/processes/server-process.ts';
import { productionSettings } from '../../server/test-support/processes/production-server.ts';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { nodesOf } from '../../server/src/platform/cells/connect.ts';
import { givenPeople, givenRunningCluster, type RunningCluster, signInAll, soon } from '../cluster/cluster-stage.ts';
import type { Payer } from '../../server/stress/client.ts';
import { saidBy, startTenantCommand, type TenantCommand } from './tenant-command.ts';

/** Enough for the payments of all moves, and one person whose balance is used up immediately. */
const BALANCES = [100_000_000n, 100_000_000n, 100_000_000n, 3_000n];
const BALANCES_BESIDE = [100_000_000n, 100_000_000n];

/** Tenant with people who signed in once. */
export type Programme = { readonly tenantId: number; readonly payers: readonly Payer[] };

export type Cell = RunningCluster & { readonly name: 'a' | 'b'; readonly neighbour: Programme };

export type TwoClusters = {
  readonly a: Cell;
  readonly b: Cell;
  /** The tenant that is moved. All requests for it go to the servers of the first cluster. */
  readonly moving: Programme;
  /** Runs `npm run tenant -- …` with all hosts of both clusters. */
  start(...argv: string[]): TenantCommand;
  run(...argv: string[]): Promise<string>;
  close(): Promise<void>;
};

/** Two clusters with a server each, as in ops/docs/cells.md, with a tenant that stays in each and one that moves. */
export async function givenTwoClusters(basePort: number): Promise<TwoClusters> {
  const running: RunningCluster[] = [];
  try {
    for (const port of [basePort, basePort + 50]) running.push(await givenRunningCluster({ basePort: port }));
    const [first, second] = running;
    if (!first || !second) throw new Error('two clusters');
    first.ctx.setSecurityTime(Date.now());
    second.ctx.setSecurityTime(Date.now());
    const moving = await givenProgramme(first, BALANCES);
    const ofFirst = await givenProgramme(first, BALANCES_BESIDE);
    const homes = { a: await givenServerHome(), b: await givenServerHome() };
    const addresses = `a=http://127.0.0.1:${homes.a.port},b=http://127.0.0.1:${homes.b.port}`;
    const settings = (name: 'a' | 'b') => ({
      WATTLE_CLUSTER: name,
      WATTLE_CLUSTERS: addresses,
      WATTLE_TRUSTED_PROXIES: '127.0.0.1',
    });
    await first.startServer(ofFirst.brand, settings('a'), homes.a);
    // It has no brand yet.
    await second.startServer({ identifier: 'none' }, settings('b'), homes.b);
    const { WATTLE_KEY_SEAL = '' } = productionSettings('', ofFirst.brand);
    const databases = `a=${first.cluster.nodesUrl},b=${second.cluster.nodesUrl}`;
    const environment = { WATTLE_KEY_SEAL, WATTLE_CLUSTER_DATABASES: databases };
    const start = (...argv: string[]) => startTenantCommand(argv, environment);
    await saidBy(start('prepare', 'b'));
    const ofSecond = await givenProgramme(second, BALANCES_BESIDE);
    return {
      a: { ...first, name: 'a', neighbour: ofFirst },
      b: { ...second, name: 'b', neighbour: ofSecond },
      moving,
      start,
      run: (...argv) => saidBy(start(...argv)),
      close: () => closeAll(running),
    };
  } catch (error) {
    await closeAll(running);
    throw error;
  }
}

async function closeAll(running: readonly RunningCluster[]): Promise<void> {
  for (const one of running) await one.close();
}

async function givenProgramme({ ctx }: RunningCluster, balances: readonly bigint[]) {
  const { product, people } = await givenPeople(ctx, balances);
  return { brand: product.brand, tenantId: product.brand.tenantId, payers: await signInAll(ctx, people) };
}

/** Place of a tenant as recorded in a cluster. */
export async function placeOf({ ctx }: Cell, tenantId: number): Promise<string> {
  const sql = 'SELECT state FROM tenant_place WHERE tenant_id = $1';
  return (await ctx.asOwner<{ state: string }>(sql, [tenantId]))[0]?.state ?? 'none';
}

export const isAt = (cell: Cell, tenantId: number, state: string) =>
  soon(async () => (await placeOf(cell, tenantId).catch(() => '')) === state);

/** Runs a statement in a transaction that stays open until it is released or its node stops. */
async function hold(url: string, sql: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql);
  return () => client.end().catch(() => {});
}

/** A server's transaction that does not end: a freeze waits 5 s for it. */
export const holdTransaction = ({ appUrl }: Cell) => hold(appUrl, 'SELECT 1');

/** Blocks copying into the table of statements. */
export const holdCopy = ({ cluster }: Cell) => hold(cluster.superuserUrl, 'LOCK TABLE statement IN SHARE MODE');

/** Blocks the target from activating the tenant. */
export const holdArrival = ({ cluster }: Cell, tenantId: number) =>
  hold(cluster.superuserUrl, `SELECT FROM tenant_place WHERE tenant_id = ${tenantId} FOR UPDATE`);

/** The command waits for the held lock. */
export async function waitsAt({ ctx }: Cell): Promise<void> {
  const sql = "SELECT FROM pg_stat_activity WHERE application_name = 'wattle-tenant' AND wait_event_type = 'Lock'";
  await soon(async () => (await ctx.asOwner(sql)).length > 0);
}

/** Replication slots of moves on every node. */
export async function slotsOf({ cluster }: Cell): Promise<string[]> {
  const found: string[] = [];
  for (const node of nodesOf(cluster.nodesUrl)) {
    const client = new pg.Client({ connectionString: node });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "SELECT slot_name AS name FROM pg_replication_slots WHERE slot_name LIKE 'wattle_move_%'",
    );
    found.push(...rows.map(({ name }) => name));
    await client.end();
  }
  return found;
}

/** Findings of verify in both clusters. */
export async function brokenInBoth({ a, b }: Pick<TwoClusters, 'a' | 'b'>): Promise<string[]> {
  return [...(await brokenIn(a.ctx)), ...(await brokenIn(b.ctx))];
}
