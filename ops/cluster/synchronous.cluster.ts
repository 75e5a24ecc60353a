import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenIn } from '../../server/test-support/ledger/verified.ts';
import { pay, type Payer } from '../../server/stress/client.ts';
import { type ClusterStage, givenClusterStage, soon } from './cluster-stage.ts';
import { counts } from '../../server/stress/still-there.ts';

/** Cost of an acknowledgement by a second node: transfers with and without it, alternating in one run. */
const ROUNDS = 2 * Number(process.env['WATTLE_CLUSTER_ROUNDS'] ?? 1);
const BASE_PORT = 24_100;
const SAMPLE_MS = 6_000;
const WARM_UP_MS = 2_000;
const LOOK_EVERY_MS = 25;
const TEST_MS = 120_000 + ROUNDS * 120_000;
const CALLERS = [1, 8] as const;
const MODES = ['with', 'without'] as const;
type Mode = (typeof MODES)[number];

type Sample = {
  readonly perSecond: number;
  readonly sortedMs: readonly number[];
  /** Wait events of the server's busy connections, by frequency. */
  readonly seen: ReadonlyMap<string, number>;
  readonly perTransfer: { readonly logBytes: number; readonly syncs: number; readonly syncMs: number };
  /** Lag of the synchronous standby in ms: WAL sent, and flushed. */
  readonly behindMs: { readonly write: number; readonly flush: number } | undefined;
};

let stage: ClusterStage;
let looker: pg.Client;
let payers: Payer[];
let sent = 0;
let acknowledged = 0;

beforeAll(async () => {
  stage = await givenClusterStage({
    basePort: BASE_PORT,
    balances: Array.from({ length: 16 }, () => 10_000_000n),
  });
  await stage.startServers(1);
  looker = new pg.Client({ connectionString: stage.cluster.superuserUrl, application_name: 'looker' });
  await looker.connect();
  await looker.query('ALTER SYSTEM SET track_wal_io_timing = on');
  await looker.query('SELECT pg_reload_conf()');
});
afterAll(async () => {
  await looker?.end();
  await stage?.close();
});

async function change(mode: Mode): Promise<void> {
  const isOn = mode === 'with';
  await stage.cluster.configure({ synchronous_mode: isOn, synchronous_mode_strict: isOn });
  await soon(async () => {
    const { rows } = await looker.query<{ names: string; synchronous: number }>(
      `SELECT current_setting('synchronous_standby_names') AS names,
              (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) AS synchronous`,
    );
    const [row] = rows;
    return isOn ? row?.synchronous === 1 : row?.names === '';
  });
}

/** A payer who pays again after each response. */
async function caller(number: number, until: number, latencies: number[]): Promise<void> {
  const [payer, payee] = [payers[2 * number], payers[2 * number + 1]];
  if (!payer || !payee) throw new Error('two people for each caller');
  while (performance.now() < until) {
    const begin = performance.now();
    const { status, body } = await pay(stage.baseUrls[0] ?? '', {
      key: `synchronous-${(sent += 1)}`,
      payer,
      payee,
      amount: 1,
    });
    if (status !== 200) throw new Error(`a transfer answered ${status} ${body}`);
    acknowledged += 1;
    latencies.push(performance.now() - begin);
  }
}

const WAITING = `
SELECT coalesce(wait_event_type || ':' || wait_event, 'works') AS what
FROM pg_stat_activity WHERE usename = 'wattle_server' AND state = 'active'`;
const LOG = 'SELECT wal_bytes::float8 AS bytes, wal_sync::float8 AS syncs, wal_sync_time AS ms FROM pg_stat_wal';
const BEHIND = `
SELECT extract(epoch FROM write_lag)::float8 * 1000 AS write, extract(epoch FROM flush_lag)::float8 * 1000 AS flush
FROM pg_stat_replication ORDER BY sync_state = 'sync' DESC, flush_lag LIMIT 1`;

async function load(callers: number, ms: number): Promise<number[]> {
  const latencies: number[] = [];
  const until = performance.now() + ms;
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number, until, latencies)));
  return latencies;
}

async function sample(callers: number): Promise<Sample> {
  await load(callers, WARM_UP_MS);
  type Log = { bytes: number; syncs: number; ms: number };
  const log = async () => (await looker.query<Log>(LOG)).rows[0] ?? { bytes: 0, syncs: 0, ms: 0 };
  const before = await log();
  const seen = new Map<string, number>();
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const { what } of (await looker.query<{ what: string }>(WAITING)).rows)
        seen.set(what, (seen.get(what) ?? 0) + 1);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  const latencies = await load(callers, SAMPLE_MS);
  const behindMs = (await looker.query<{ write: number; flush: number }>(BEHIND)).rows[0];
  isOver = true;
  await looking;
  const after = await log();
  const done = latencies.length;
  return {
    perSecond: (done * 1_000) / SAMPLE_MS,
    sortedMs: latencies.toSorted((one, other) => one - other),
    seen,
    perTransfer: {
      logBytes: (after.bytes - before.bytes) / done,
      syncs: (after.syncs - before.syncs) / done,
      syncMs: (after.ms - before.ms) / done,
    },
    behindMs,
  };
}

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const at = (share: number) => (one: Sample) => one.sortedMs[Math.floor(one.sortedMs.length * share)] ?? Number.NaN;

/** Shares of all samples, largest first. */
function shares(samples: readonly Sample[]): string {
  const all = new Map<string, number>();
  for (const { seen } of samples) for (const [what, count] of seen) all.set(what, (all.get(what) ?? 0) + count);
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  return [...all]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([what, count]) => `${what} ${Math.round((100 * count) / total)} %`)
    .join(', ');
}

function report(callers: number, mode: Mode, samples: readonly Sample[]): string {
  const of = (value: (one: Sample) => number) => middle(samples.map(value));
  const behind = samples.flatMap(({ behindMs }) => (behindMs ? [behindMs] : []));
  return (
    `${callers} at once, ${mode} synchronous replication: ${of((one) => one.perSecond).toFixed(0)} a second, ` +
    `median ${of(at(0.5)).toFixed(1)} ms, p99 ${of(at(0.99)).toFixed(1)} ms; a transfer has ` +
    `${of((one) => one.perTransfer.logBytes).toFixed(0)} bytes of log, ${of((one) => one.perTransfer.syncs).toFixed(2)} syncs, ` +
    `${of((one) => one.perTransfer.syncMs).toFixed(2)} ms of them; standby behind: written ` +
    `${middle(behind.map(({ write }) => write)).toFixed(1)} ms, on disk ${middle(behind.map(({ flush }) => flush)).toFixed(1)} ms; ` +
    `connections at work: ${shares(samples)}\n`
  );
}

test('measures transfers with and without synchronous replication', { timeout: TEST_MS }, async () => {
  stage.ctx.setSecurityTime(Date.now());
  await stage.whole();
  payers = await stage.signIn();
  for (const callers of CALLERS) {
    const taken: Record<Mode, Sample[]> = { with: [], without: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
        await change(mode);
        taken[mode].push(await sample(callers));
      }
    }
    for (const mode of MODES) process.stdout.write(report(callers, mode, taken[mode]));
    const ratio = (value: (one: Sample) => number) => middle(taken.with.map(value)) / middle(taken.without.map(value));
    const [rate, median] = [ratio((one) => one.perSecond), ratio(at(0.5))];
    process.stdout.write(
      `${callers} at once, with ÷ without: ${rate.toFixed(2)} of the transfers, ${median.toFixed(2)} of the median\n`,
    );
  }
  expect(acknowledged).toBeGreaterThan(0);
  expect(await counts(stage.ctx, stage.product.brand.tenantId)).toEqual({ transfers: acknowledged, holds: 0 });
  expect(await brokenIn(stage.ctx)).toEqual([]);
});
