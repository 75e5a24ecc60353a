import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killPrimary, soon } from '../cluster/cluster-stage.ts';
import { startLoad } from '../cluster/failover-load.ts';
import { type Acknowledged, counts, countsOf, lost } from '../../server/stress/still-there.ts';
import { saidBy } from './tenant-command.ts';
import {
  brokenInBoth,
  type Cell,
  givenTwoClusters,
  holdArrival,
  holdCopy,
  holdTransaction,
  isAt,
  placeOf,
  type Programme,
  slotsOf,
  type TwoClusters,
  waitsAt,
} from './two-clusters.ts';

/**
 * Moves a tenant between two clusters with the command of ops/docs/cells.md, while people pay and purchase at the first one
 * only, and command and databases are killed.
 */
const BASE_PORT = 26_000;
/** Faults of both clusters, and twice the minute within which a cluster is healthy. */
const TEST_MS = 300_000;
const CALLERS = 4;

let clusters: TwoClusters;
let moving: Programme;
let tenant: string;
/** Cluster of the tenant, and the other one. */
let [from, to]: [Cell, Cell] = [undefined as never, undefined as never];
const acknowledged = new Map<Programme, Acknowledged[]>();
let moves = 0;

beforeAll(async () => {
  clusters = await givenTwoClusters(BASE_PORT);
  ({ moving } = clusters);
  tenant = String(moving.tenantId);
  [from, to] = [clusters.a, clusters.b];
}, 300_000);
afterAll(() => clusters?.close());

const move = (...more: string[]) => clusters.start('move', tenant, to.name, ...more);

type Load = ReturnType<typeof startLoad>;

/** Moves the tenant under faults, then checks that nothing is lost, duplicated or left behind. */
async function underLoad(what: string, work: (load: Load) => Promise<string>): Promise<void> {
  const { a, b, run } = clusters;
  // Short, because it prefixes references of network messages, which have at most 40 characters.
  const name = `move-${(moves += 1)}`;
  for (const cell of [a, b]) await cell.whole();
  const loads = [
    [moving, startLoad({ ...a, payers: moving.payers, name, callers: CALLERS })],
    [a.neighbour, startLoad({ ...a, payers: a.neighbour.payers, name: `${name}-a`, callers: 1 })],
    [b.neighbour, startLoad({ ...b, payers: b.neighbour.payers, name: `${name}-b`, callers: 1 })],
  ] as const;
  const [[, load]] = loads;
  await sleep(2_000);
  const begun = performance.now();
  const said = await work(load);
  for (const [, one] of loads) await one.hasAnsweredSince(performance.now());
  const silent = loads.map(([, one]) => one.longestSilence(begun));
  await sleep(1_000);
  let answered = countsOf([]);
  for (const [programme, one] of loads) {
    const answers = await one.stop();
    if (programme === moving) answered = countsOf(answers);
    acknowledged.set(programme, [...(acknowledged.get(programme) ?? []), ...answers]);
  }
  for (const cell of [a, b]) await cell.whole();
  expect([await placeOf(from, moving.tenantId), await placeOf(to, moving.tenantId)]).toEqual(['gone', 'here']);
  const found = {
    moved: await foundOf(to, moving),
    besideA: await foundOf(a, a.neighbour),
    besideB: await foundOf(b, b.neighbour),
    broken: await brokenInBoth(clusters),
  };
  const listed = await run('list');
  const forgotten = await run('forget', tenant, from.name);
  const left = {
    rows: await from.ctx.asOwner('SELECT FROM transfer WHERE tenant_id = $1', [moving.tenantId]),
    slots: [...(await slotsOf(a)), ...(await slotsOf(b))],
    broken: await brokenInBoth(clusters),
  };
  const isRight = found.broken.length + left.broken.length === 0;
  process.stdout.write(
    `${what}: ${from.name} to ${to.name}, ${/([\d]+) rows, cardholders/.exec(said)?.[1]} rows, writes waited ` +
      `${/writes waited ([\d.]+) s/.exec(said)?.[1] ?? 'unknown'} s by the command, ` +
      `${silent.map((ms) => (ms / 1_000).toFixed(1)).join(' / ')} s at most without an answer (moved / beside it in a / in b); ` +
      `${JSON.stringify(answered)} acknowledged; lost ${found.moved.lost.length}, there ${JSON.stringify(found.moved.there)}, ` +
      `acknowledged in all ${JSON.stringify(countsOf(acknowledged.get(moving) ?? []))}; beside: lost ` +
      `${found.besideA.lost.length + found.besideB.lost.length}; ${/^(\d+) rows/.exec(forgotten)?.[1]} rows forgotten, ` +
      `verify ${isRight ? 'holds' : 'does not hold'} at both\n`,
  );
  // Both kinds of load occurred.
  expect(Math.min(answered.transfers, answered.holds)).toBeGreaterThan(10);
  expect(found).toEqual({
    moved: expectedOf(moving),
    besideA: expectedOf(a.neighbour),
    besideB: expectedOf(b.neighbour),
    broken: [],
  });
  expect(listed).not.toContain('IS AT');
  expect(left).toEqual({ rows: [], slots: [], broken: [] });
  [from, to] = [to, from];
}

async function foundOf({ ctx }: Cell, programme: Programme) {
  return {
    lost: await lost(ctx, acknowledged.get(programme) ?? []),
    there: await counts(ctx, programme.tenantId),
  };
}

function expectedOf(programme: Programme) {
  return { lost: [], there: countsOf(acknowledged.get(programme) ?? []) };
}

const kill = async (cell: Cell) => killPrimary(cell.cluster, await cell.whole());

test('moves the tenant under load', { timeout: TEST_MS }, () =>
  underLoad('moved under load', async () => {
    const said = await saidBy(move());
    expect(await saidBy(move())).toContain(`tenant ${tenant} is at ${to.name}`);
    return said;
  }),
);

test('continues after the command is killed while it copies, and while writes are frozen', { timeout: TEST_MS }, () =>
  underLoad('command killed twice', async (load) => {
    const letCopy = await holdCopy(to);
    const copying = move();
    await waitsAt(to);
    copying.kill();
    await saidBy(copying, null);
    await letCopy();
    await load.hasAnsweredSince(performance.now());
    const letFreeze = await holdTransaction(from);
    const freezing = move();
    await isAt(from, moving.tenantId, 'frozen');
    freezing.kill();
    await saidBy(freezing, null);
    await letFreeze();
    await sleep(1_000);
    expect(await placeOf(from, moving.tenantId)).toBe('frozen');
    return saidBy(move());
  }),
);

test('continues after a failover of the source while writes are frozen', { timeout: TEST_MS }, () =>
  underLoad('source killed before the switch', async (load) => {
    const letFreeze = await holdTransaction(from);
    const freezing = move();
    await isAt(from, moving.tenantId, 'frozen');
    await kill(from);
    expect(await saidBy(freezing, 1)).toContain('Give the command again');
    await letFreeze();
    // Without another command the tenant continues at the source.
    await load.hasAnsweredSince(performance.now());
    expect(await placeOf(from, moving.tenantId)).toBe('here');
    expect(await saidBy(move(), 1)).toContain('The slot is gone');
    expect(await saidBy(move('--back'))).toContain(`stays at ${from.name}`);
    await from.whole();
    return saidBy(move());
  }),
);

test(
  'continues after a failover of the target while the tenant arrives, and after it was copied',
  { timeout: TEST_MS },
  () =>
    underLoad('target killed twice', async (load) => {
      const letCopy = await holdCopy(to);
      const copying = move();
      await waitsAt(to);
      await kill(to);
      expect(await saidBy(copying, 1)).toContain('Give the command again');
      await letCopy();
      await load.hasAnsweredSince(performance.now());
      await to.whole();
      const letFreeze = await holdTransaction(from);
      const freezing = move();
      await isAt(from, moving.tenantId, 'frozen');
      await kill(to);
      expect(await saidBy(freezing, 1)).toContain('Give the command again');
      await letFreeze();
      expect(await placeOf(from, moving.tenantId)).toBe('here');
      return saidBy(move());
    }),
);

test('continues after a switchover of the source right after the switch', { timeout: TEST_MS }, () =>
  underLoad('source switched over after the switch', async () => {
    const command = move();
    await isAt(to, moving.tenantId, 'arriving');
    const letArrive = await holdArrival(to, moving.tenantId);
    await isAt(from, moving.tenantId, 'gone');
    const leader = await from.whole();
    await from.cluster.switchOver(leader);
    await soon(async () =>
      (await from.cluster.members()).some(({ name, role }) => role === 'leader' && name !== leader),
    );
    await letArrive();
    const code = await command.ended();
    expect([code, command.output()]).toEqual([1, expect.stringContaining('Give the command again')]);
    expect(await saidBy(move('--back'), 1)).toContain('goes on, not back');
    return command.output() + (await saidBy(move()));
  }),
);

test('moves the tenant back without a new sign-in', { timeout: TEST_MS }, () =>
  underLoad('moved back', () => saidBy(move())),
);
