import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { workRows } from '../../../test-support/desk/notes.ts';
import type { Tx } from '../database/database.ts';
import type { Occurrence, RecurringJob, RecurringOutcome } from './job.ts';

type InTransaction = (ctx: TestContext, tx: Tx, given: Occurrence) => Promise<RecurringOutcome>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let ctx: TestContext;
let tenantId: number;
beforeEach(async () => {
  ctx = await givenContext();
  await givenEffects(ctx);
  tenantId = (await givenTenant(ctx)).id;
});
afterEach(() => ctx.close());

const rows = () => workRows(ctx);

describe('recurring work', () => {
  /** Records the tenant and the occurrence unless `inTransaction` is given. */
  function job({
    inTransaction = async (_ctx, tx, given) => {
      await effect(tx, given.tenantId, `${given.tenantId} ${new Date(given.plannedAt).toISOString()}`);
      return 'done';
    },
    ...given
  }: Partial<RecurringJob<TestContext>> & { readonly inTransaction?: InTransaction }): RecurringJob<TestContext> {
    return {
      name: 'test.recurring',
      clock: 'business',
      scope: 'tenant',
      when: { everyMs: 5 * SECOND },
      atOnce: 1,
      ...given,
      inTransaction,
    };
  }

  it('runs for each tenant, including new ones, one interval after it last ended', async () => {
    const runner = givenRunner(ctx, [job({})]);
    await runner.runDue();
    await runner.runDue();
    expect(await effects(ctx)).toEqual([`${tenantId} 2026-11-20T02:00:00.000Z`]);
    const other = (await givenTenant(ctx)).id;
    ctx.advance(5 * SECOND);
    await runner.runDue();
    expect((await effects(ctx)).slice(1)).toEqual([
      `${tenantId} 2026-11-20T02:00:05.000Z`,
      `${other} 2026-11-20T02:00:05.000Z`,
    ]);
    await runner.stop();
  });

  it('runs once for the instance where that is its scope', async () => {
    await givenTenant(ctx);
    const runner = givenRunner(ctx, [job({ scope: 'instance' })]);
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['0 2026-11-20T02:00:00.000Z']);
    await runner.stop();
  });

  it('continues in separate transactions while there is more', async () => {
    let left = 3;
    const runner = givenRunner(ctx, [
      job({
        async inTransaction(_ctx, tx, { tenantId: of }) {
          await effect(tx, of, `${left}`);
          left -= 1;
          return left > 0 ? 'more' : 'done';
        },
      }),
    ]);
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['3', '2', '1']);
    await runner.stop();
  });

  it('at a time of day runs once for each day that a moved clock skipped, in order, on several servers', async () => {
    const daily = job({ when: { dailyAt: ['06:00'] } });
    const runners = [givenRunner(ctx, [daily]), givenRunner(ctx, [daily]), givenRunner(ctx, [daily])];
    await runners[0]?.runDue();
    expect(await effects(ctx)).toEqual([]);
    // 06:00 in Melbourne is 19:00 of the day before in UTC, while daylight saving lasts.
    ctx.setBusinessTime('2026-12-20T18:59:59Z');
    await Promise.all(runners.map((runner) => runner.runDue()));
    ctx.setBusinessTime('2026-12-20T19:00:00Z');
    await Promise.all(runners.map((runner) => runner.runDue()));
    expect(await effects(ctx)).toEqual(
      Array.from({ length: 31 }, (_, n) => `${tenantId} ${new Date(Date.UTC(2026, 10, 20 + n, 19)).toISOString()}`),
    );
    await Promise.all(runners.map((runner) => runner.stop()));
  });

  it('is retried for the same occurrence after a failure and never given up', async () => {
    let failures = 30;
    const runner = givenRunner(ctx, [
      job({
        when: { dailyAt: ['06:00'] },
        async inTransaction(_ctx, tx, { tenantId: of, plannedAt }) {
          await effect(tx, of, new Date(plannedAt).toISOString());
          failures -= 1;
          if (failures >= 0) throw new Error('not yet');
          return 'done';
        },
      }),
    ]);
    await runner.runDue();
    ctx.advance(18 * HOUR);
    for (let look = 0; look < 31; look += 1) {
      await runner.runDue();
      ctx.advance(5 * MINUTE);
    }
    expect(await effects(ctx)).toEqual(['2026-11-20T19:00:00.000Z']);
    expect(await rows()).toMatchObject([{ attempts: 0, last_error: null }]);
    await runner.stop();
  });

  it('can postpone an occurrence without losing its planned time', async () => {
    const seen: string[] = [];
    const runner = givenRunner(ctx, [
      job({
        when: { dailyAt: ['06:00'] },
        async inTransaction(_ctx, _tx, { plannedAt }) {
          seen.push(new Date(plannedAt).toISOString());
          return seen.length === 1 ? { againAt: plannedAt + HOUR } : 'done';
        },
      }),
    ]);
    await runner.runDue();
    for (const time of ['19:00:00', '19:59:59', '20:00:00', '20:00:01']) {
      ctx.setBusinessTime(`2026-11-20T${time}Z`);
      await runner.runDue();
    }
    expect(seen).toEqual(['2026-11-20T19:00:00.000Z', '2026-11-20T19:00:00.000Z']);
    expect((await ctx.asOwner<{ planned_at: Date }>('SELECT planned_at FROM due_work'))[0]?.planned_at).toEqual(
      new Date('2026-11-21T19:00:00Z'),
    );
    await runner.stop();
  });
});

describe('polling work', () => {
  it('runs on every server at each poll and at its wake-up, and continues after a failure', async () => {
    let polls = 0;
    const poll = async () => {
      polls += 1;
      if (polls === 1) throw new Error('once');
    };
    const polling = { name: 'test.polling', everyMs: HOUR, poll, wakeUp: (own: TestContext) => own.outboxWakeUp };
    const runners = [givenRunner(ctx, [polling]), givenRunner(ctx, [polling])];
    await Promise.all(runners.map((runner) => runner.runDue()));
    expect(polls).toBe(2);
    ctx.outboxWakeUp.send();
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(polls).toBe(4);
  });
});
