import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { dyingDatabase, givenRunner } from '../../../test-support/due-work.ts';
import { effect, givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { inFull, seedOr } from '../../../test-support/sampled.ts';
import type { QueuedJob, RecurringJob } from './job.ts';
import type { Queue } from './queue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SEED = seedOr(20_261_120);
const RUNS = Number(process.env['WATTLE_DUE_WORK_ROUNDS'] ?? inFull(25, 8));

type Ctx = TestContext;

let ctx: Ctx;
beforeAll(async () => {
  ctx = await givenContext();
  await givenEffects(ctx);
});
afterAll(() => ctx.close());

type Named = { readonly what: string };

const items: Queue<Named> = { name: 'test.items', clock: 'business' };

/** Writes one effect per item. Items postpone themselves once and sometimes fail. */
const itemJob: QueuedJob<Ctx, Named> = {
  queue: items,
  atOnce: 3,
  backOff: { firstMs: 10_000, longestMs: MINUTE, attempts: 1_000, jitter: 0 },
  async inTransaction(own, tx, { payload: { what }, tenantId, plannedAt, attempt }) {
    if (what.endsWith('puts off') && own.clocks.business.now() < plannedAt + HOUR) return { againAt: plannedAt + HOUR };
    await effect(tx, tenantId, what);
    if (what.endsWith('fails') && attempt % 2 === 1) throw new Error('fails every other time');
    return 'done';
  },
};

const dailyJob: RecurringJob<Ctx> = {
  name: 'test.daily',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['06:00', '15:30'] },
  atOnce: 1,
  async inTransaction(_own, tx, { tenantId, plannedAt }) {
    await effect(tx, tenantId, new Date(plannedAt).toISOString());
    return 'done';
  },
};

/** The next step: a server runs until its n-th statement or to completion, time passes, or an item is queued. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('work' as const), diesAt: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('two servers' as const), diesAt: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('queue' as const),
      dueInMs: fc.integer({ min: -HOUR, max: 3 * HOUR }),
      how: fc.constantFrom('works', 'fails', 'puts off'),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1_000, max: 2 * HOUR }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), days: fc.integer({ min: 1, max: 10 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function workUntil(diesAt: number): Promise<void> {
  const mortal = { ...ctx, database: dyingDatabase(ctx.database, diesAt) };
  const runner = givenRunner(mortal, [itemJob, dailyJob]);
  await runner.runDue();
  await runner.stop();
}

async function live(tenantId: number, steps: readonly Step[]): Promise<string[]> {
  const queued: string[] = [];
  for (const [number, each] of steps.entries()) {
    if (each.kind === 'work') await workUntil(each.diesAt);
    if (each.kind === 'two servers') await Promise.all([workUntil(each.diesAt), workUntil(1_000)]);
    if (each.kind === 'wait') ctx.advance(each.ms);
    if (each.kind === 'move') ctx.setBusinessTime(ctx.clocks.business.now() + each.days * 24 * HOUR);
    if (each.kind !== 'queue') continue;
    const what = `${number} ${each.how}`;
    const item = { tenantId, key: what, dueAt: ctx.clocks.business.now() + each.dueInMs, payload: { what } };
    const put = () => ctx.database.transact(tenantId, (tx) => ctx.dueWork.enqueue(tx, items, item));
    expect(await put()).toBe(true);
    if (each.isTwice) expect(await put()).toBe(false);
    queued.push(what);
  }
  return queued;
}

/** 06:00 and 15:30 in Melbourne between two instants. The oracle iterates in steps of 15 minutes. */
function occurrences(fromMs: number, toMs: number): string[] {
  const time = new Intl.DateTimeFormat('en-AU', { timeZone: 'Australia/Melbourne', timeStyle: 'short', hour12: false });
  const found: string[] = [];
  const quarter = 15 * MINUTE;
  for (let at = Math.ceil(fromMs / quarter) * quarter; at <= toMs; at += quarter) {
    if (['06:00', '15:30'].includes(time.format(at))) found.push(new Date(at).toISOString());
  }
  return found;
}

describe('servers that die at any statement, with moved clocks and items queued twice,', () => {
  it('carry out each item and each occurrence once, in the order of the occurrences', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        await ctx.asOwner('TRUNCATE effect');
        const { id: tenantId } = await givenTenant(ctx);
        const beganAt = ctx.clocks.business.now();
        await workUntil(1_000);
        const queued = await live(tenantId, steps);
        // Finally a server runs without a crash, leases expire, and all work is due.
        for (let look = 0; look < 8; look += 1) {
          ctx.advance(HOUR);
          await workUntil(10_000);
        }
        const isDay = (what: string) => what.includes('T');
        const done = (
          await ctx.asOwner<{ what: string }>('SELECT what FROM effect WHERE tenant_id = $1 ORDER BY id', [tenantId])
        ).map(({ what }) => what);
        expect(done.filter((what) => !isDay(what)).toSorted()).toEqual(queued.toSorted());
        expect(done.filter(isDay)).toEqual(occurrences(beganAt, ctx.clocks.business.now()));
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  });
});
