import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { noteJob, type Note, notes, queueNote, workRows } from '../../../test-support/desk/notes.ts';
import type { QueuedJob } from './job.ts';

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

const queue = (key: string, dueAt?: number) => queueNote(ctx, tenantId, key, dueAt);
const rows = () => workRows(ctx);

describe('a queued item', () => {
  it('is carried out once, after its cause has committed', async () => {
    const runner = givenRunner(ctx, [noteJob()]);
    await queue('a');
    await runner.runDue();
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['a']);
    await runner.stop();
  });

  it('does not exist when its cause is rolled back', async () => {
    const runner = givenRunner(ctx, [noteJob()]);
    const failed = ctx.database.transact(tenantId, async (tx) => {
      await ctx.dueWork.enqueue(tx, notes, { tenantId, key: 'a', payload: { note: 'a' } });
      throw new Error('the cause fails');
    });
    await expect(failed).rejects.toThrow('the cause fails');
    await runner.runDue();
    expect(await rows()).toEqual([]);
    await runner.stop();
  });

  it('is started by the wake-up, without polling', async () => {
    const runner = givenRunner(ctx, [noteJob()]);
    await queue('a');
    await expect.poll(() => effects(ctx)).toEqual(['a']);
    await runner.stop();
  });

  it('waits for its time by the clock of its queue', async () => {
    const runner = givenRunner(ctx, [noteJob()]);
    await queue('a', ctx.clocks.business.now() + 5 * MINUTE);
    ctx.setSecurityTime(ctx.clocks.security.now() + HOUR);
    await runner.runDue();
    expect(await effects(ctx)).toEqual([]);
    ctx.setBusinessTime(ctx.clocks.business.now() + 5 * MINUTE - 1);
    await runner.runDue();
    expect(await effects(ctx)).toEqual([]);
    ctx.setBusinessTime(ctx.clocks.business.now() + 1);
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['a']);
    await runner.stop();
  });

  it('keeps its key forever, and keys are separate for each tenant and queue', async () => {
    const runner = givenRunner(ctx, [noteJob()]);
    expect(await queue('a')).toBe(true);
    expect(await queue('a')).toBe(false);
    await runner.runDue();
    ctx.advance(10 * 365 * 24 * HOUR);
    expect(await queue('a')).toBe(false);
    const other = (await givenTenant(ctx)).id;
    expect(await queueNote(ctx, other, 'a')).toBe(true);
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['a', 'a']);
    await runner.stop();
  });

  it('can be postponed without counting a failure', async () => {
    const later = ctx.clocks.business.now() + HOUR;
    let calls = 0;
    const runner = givenRunner(ctx, [
      noteJob(() => {
        calls += 1;
        return calls <= 20 ? { againAt: later + (calls - 1) * HOUR } : 'done';
      }),
    ]);
    await queue('a');
    for (let look = 0; look < 30; look += 1) {
      await runner.runDue();
      ctx.advance(HOUR);
    }
    expect(calls).toBe(21);
    expect(await rows()).toMatchObject([{ last_error: null, dead_at: null }]);
    await runner.stop();
  });

  it('empties its payload when it is done', async () => {
    await queue('a');
    expect(await ctx.asOwner('SELECT payload FROM due_work')).toEqual([{ payload: { note: 'a' } }]);
    const runner = givenRunner(ctx, [noteJob()]);
    await runner.runDue();
    expect(await ctx.asOwner('SELECT payload FROM due_work')).toEqual([{ payload: {} }]);
    await runner.stop();
  });
});

describe('a backlog', () => {
  it('is processed in batches, longest due first, with tenants in turn', async () => {
    const other = (await givenTenant(ctx)).id;
    const now = ctx.clocks.business.now();
    for (let n = 0; n < 25; n += 1) await queue(`a${String(n).padStart(2, '0')}`, now - n * SECOND);
    await queueNote(ctx, other, 'b');
    const runner = givenRunner(ctx, [noteJob()]);
    await runner.runDue();
    const done = await effects(ctx);
    expect(done).toHaveLength(26);
    expect(done.filter((what) => what !== 'b')).toEqual(
      Array.from({ length: 25 }, (_, n) => `a${String(24 - n).padStart(2, '0')}`),
    );
    expect(done.indexOf('b')).toBe(10);
    await runner.stop();
  });
});

describe('several servers', () => {
  it('process each item once', async () => {
    for (let n = 0; n < 60; n += 1) await queue(`${n}`);
    const runners = [1, 2, 3, 4].map(() => givenRunner(ctx, [{ ...noteJob(), atOnce: 3 }]));
    await Promise.all(runners.map((runner) => runner.runDue()));
    expect((await effects(ctx)).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, n) => `${n}`),
    );
    await Promise.all(runners.map((runner) => runner.stop()));
  });
});

describe('a server that stops', () => {
  it('finishes running work and releases work it had not started, without counting an attempt', async () => {
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: QueuedJob<TestContext, Note> = {
      queue: notes,
      atOnce: 10,
      async inTransaction(_ctx, tx, item) {
        begun.resolve();
        await go.promise;
        await effect(tx, item.tenantId, item.key);
        return 'done';
      },
    };
    for (const key of ['a', 'b', 'c']) await queue(key, ctx.clocks.business.now() - 1);
    const first = givenRunner(ctx, [slow]);
    void first.runDue();
    await begun.promise;
    const stopped = first.stop();
    go.resolve();
    await stopped;
    expect(await effects(ctx)).toEqual(['a']);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0]);
    const second = givenRunner(ctx, [slow]);
    await second.runDue();
    expect(await effects(ctx)).toEqual(['a', 'b', 'c']);
    await second.stop();
  });
});
