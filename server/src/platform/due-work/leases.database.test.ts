import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { type Note, notes, queueNote, workRows } from '../../../test-support/desk/notes.ts';
import type { QueuedJob } from './job.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

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

describe('a lease', () => {
  /** Work that waits outside of a transaction until the test resolves it. */
  function slowJob(leaseMs = MINUTE) {
    const started: PromiseWithResolvers<AbortSignal>[] = [Promise.withResolvers(), Promise.withResolvers()];
    const answered: PromiseWithResolvers<string>[] = [Promise.withResolvers(), Promise.withResolvers()];
    let calls = 0;
    const job: QueuedJob<TestContext, Note> = {
      queue: notes,
      atOnce: 10,
      leaseMs,
      async outside(_ctx, { signal, tenantId: of }) {
        const call = calls;
        calls += 1;
        started[call]?.resolve(signal);
        const answer = await answered[call]?.promise;
        return async (tx) => {
          await effect(tx, of, answer ?? '');
          return 'done';
        };
      },
    };
    return { job, started, answered };
  }

  it('that expired during the work lets another server take it, and the first cannot settle', async () => {
    const { job, started, answered } = slowJob();
    await queue('a');
    const [one, two] = [givenRunner(ctx, [job]), givenRunner(ctx, [job])];
    void one.runDue();
    await started[0]?.promise;
    ctx.advance(MINUTE - 1);
    await two.runDue();
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    ctx.advance(1);
    const second = two.runDue();
    await started[1]?.promise;
    answered[0]?.resolve('of the first');
    await one.runDue();
    expect(await effects(ctx)).toEqual([]);
    answered[1]?.resolve('of the second');
    await second;
    expect(await effects(ctx)).toEqual(['of the second']);
    expect(await rows()).toMatchObject([{ attempts: 2, last_error: null }]);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('that expired cannot settle, even if no other server has taken the work', async () => {
    const { job, started, answered } = slowJob();
    const runner = givenRunner(ctx, [job]);
    await queue('a');
    await started[0]?.promise;
    ctx.advance(MINUTE);
    answered[0]?.resolve('too late');
    answered[1]?.resolve('in time');
    await runner.runDue();
    await runner.runDue();
    expect(await effects(ctx)).toEqual(['in time']);
    await runner.stop();
  });

  it('is renewed during work outside of a transaction', async () => {
    const { job, started, answered } = slowJob(300);
    await queue('a');
    const [one, two] = [givenRunner(ctx, [job]), givenRunner(ctx, [job])];
    void one.runDue();
    await started[0]?.promise;
    const endOf = async () =>
      (await ctx.asOwner<{ not_before: Date }>('SELECT not_before FROM due_work'))[0]?.not_before;
    for (let step = 0; step < 5; step += 1) {
      const before = (await endOf())?.getTime() ?? 0;
      ctx.advance(200);
      await expect.poll(async () => (await endOf())?.getTime()).toBe(before + 200);
      await two.runDue();
    }
    answered[0]?.resolve('after a second');
    await one.runDue();
    expect(await effects(ctx)).toEqual(['after a second']);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('aborts the signal of the work when it is lost', async () => {
    const { job, started, answered } = slowJob(300);
    const runner = givenRunner(ctx, [job]);
    await queue('a');
    const signal = await started[0]?.promise;
    expect(signal?.aborted).toBe(false);
    await ctx.asOwner('UPDATE due_work SET fence = fence + 1');
    await expect.poll(() => signal?.aborted).toBe(true);
    answered[0]?.resolve('');
    await runner.stop();
    expect(await effects(ctx)).toEqual([]);
  });
});
