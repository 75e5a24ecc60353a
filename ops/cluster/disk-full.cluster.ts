import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { type ClusterStage, givenClusterStage, soon } from './cluster-stage.ts';
import { startLoad } from './failover-load.ts';
import { type Acknowledged, counts, countsOf, lost } from '../../server/stress/still-there.ts';

/** Fills the disk of one node under load and frees it again. */
const BASE_PORT = 24_200;
const DISK_MB = 700;
/** Maximum time until writes succeed, as after a kill. */
const BOUND_MS = 20_000;
/** Megabytes written to the WAL besides the load, to fill the disk quickly: WAL segments have 16 MB. */
const LOG_MB = 64;
const LEFT_BYTES = 4 * 1024 * 1024;
const TEST_MS = 240_000;
const root = process.getuid?.() === 0;

let stage: ClusterStage;
const acknowledged: Acknowledged[] = [];

const fillerOf = (node: string) => path.join(path.dirname(stage.cluster.dataOf(node)), 'filler');

/** Leaves less than a WAL segment needs; running processes may use some of it. */
function fill(node: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(fillerOf(node)));
  execFileSync('/usr/bin/fallocate', ['-l', String(bavail * bsize - LEFT_BYTES), fillerOf(node)]);
}

/** Fills the WAL; its errors are expected. */
async function writeLog(): Promise<void> {
  const client = new pg.Client({ connectionString: stage.cluster.superuserUrl, query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let written = 0; written < LOG_MB; written += 1)
      await client.query("SELECT pg_logical_emit_message(true, 'filler', repeat('x', 1048576))");
  } catch {
    // The node has stopped, or has no replica.
  } finally {
    await client.end().catch(() => {});
  }
}

/** A standby more than a WAL segment behind, as seen by the primary, or not connected. */
async function isFarBehind(node: string): Promise<boolean> {
  const behind = await stage.ctx.asOwner<{ bytes: number }>(
    'SELECT (pg_current_wal_lsn() - flush_lsn)::float8 AS bytes FROM pg_stat_replication WHERE application_name = $1',
    [node],
  );
  return behind.every(({ bytes }) => bytes > LEFT_BYTES);
}

const leads = async () => (await stage.cluster.members()).find(({ role }) => role === 'leader')?.name;

describe.runIf(root)('the disk of a node is full', () => {
  beforeAll(async () => {
    const balances = [100_000_000n, 100_000_000n, 100_000_000n, 3_000n];
    stage = await givenClusterStage({ basePort: BASE_PORT, balances, diskMb: DISK_MB });
    await stage.startServers(2);
  });
  afterAll(() => stage?.close());

  test.each(['sync_standby', 'leader'])(
    'of the %s: writes go on or come back, nothing acknowledged is lost, and it is taken up again',
    { timeout: TEST_MS },
    async (role) => {
      stage.ctx.setSecurityTime(Date.now());
      const leader = await stage.whole();
      const node = (await stage.cluster.members()).find((member) => member.role === role)?.name ?? '';
      const load = startLoad({ ...stage, payers: await stage.signIn(), name: `full-${role}` });
      const begun = performance.now();
      let then: string | undefined;
      fill(node);
      try {
        await writeLog();
        await soon(async () => (role === 'leader' ? (await leads()) !== leader : isFarBehind(node)));
        await load.hasAnsweredSince(performance.now());
        then = await leads();
      } finally {
        rmSync(fillerOf(node));
      }
      await stage.whole();
      await load.hasAnsweredSince(performance.now());
      const answered = await load.stop();
      acknowledged.push(...answered);
      const silent = load.longestSilence(begun);
      const found = {
        lost: await lost(stage.ctx, acknowledged),
        there: await counts(stage.ctx, stage.product.brand.tenantId),
        broken: await brokenIn(stage.ctx),
      };
      process.stdout.write(
        `disk of the ${role} ${node} full: ${leader} led, then ${then}; ${(silent / 1_000).toFixed(1)} s without writes; ` +
          `${answered.length} acknowledged; lost ${found.lost.length}; whole again once there was room\n`,
      );
      expect(found).toEqual({ lost: [], there: countsOf(acknowledged), broken: [] });
      expect(silent).toBeLessThan(BOUND_MS);
    },
  );
});
