import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { effect, effects, givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { noteJob, type Note, notes, queueNote, workRows } from '../../../test-support/desk/notes.ts';
import { listDeadLetters, retryDeadLetter } from './due-state.store.ts';
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

describe('an item that fails', () => {
  const failing: QueuedJob<TestContext, Note> = {
    queue: notes,
    atOnce: 10,
    backOff: { firstMs: 10 * SECOND, longestMs: HOUR, attempts: 4, jitter: 0 },
    async inTransaction(_ctx, tx, item) {
      await effect(tx, item.tenantId, item.payload.note);
      if (item.payload.note === 'bad') throw new Error('the gateway is shut');
      return 'done';
    },
  };

  it('writes nothing, backs off, becomes a dead letter, and blocks no other item', async () => {
    await queue('bad');
    await queue('good');
    const runner = givenRunner(ctx, [failing]);
    const tried: number[] = [];
    for (let second = 0; second <= 200; second += 5) {
      const before = (await rows())[0]?.attempts ?? 0;
      await runner.runDue();
      if (((await rows())[0]?.attempts ?? 0) > before) tried.push(second);
      ctx.setSecurityTime(ctx.clocks.security.now() + 5 * SECOND);
    }
    expect(tried).toEqual([0, 10, 30, 70]);
    expect(await effects(ctx)).toEqual(['good']);
    expect((await rows())[0]).toMatchObject({ key: 'bad', attempts: 4, last_error: 'the gateway is shut' });
    expect((await rows())[0]?.dead_at).not.toBeNull();
    await runner.stop();
  });

  it('is not retried earlier when the business clock moves', async () => {
    const runner = givenRunner(ctx, [failing]);
    await queue('bad');
    await runner.runDue();
    ctx.setBusinessTime(ctx.clocks.business.now() + 24 * HOUR);
    await runner.runDue();
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    await runner.stop();
  });

  it('is delayed at random by up to a fifth longer', async () => {
    const runner = givenRunner(ctx, [{ ...failing, backOff: { ...failing.backOff, jitter: 0.2 } as never }], {
      chance: () => 1,
    });
    await queue('bad');
    await runner.runDue();
    ctx.advance(12 * SECOND - 1);
    await runner.runDue();
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    ctx.advance(1);
    await runner.runDue();
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
    await runner.stop();
  });

  it('is listed as a dead letter of its tenant, and can be retried with all its attempts', async () => {
    let isShut = true;
    const job: QueuedJob<TestContext, Note> = {
      ...noteJob(() => (isShut ? { giveUp: 'account_closed' } : 'done')),
    };
    const runner = givenRunner(ctx, [job]);
    await queue('a');
    await runner.runDue();
    const other = (await givenTenant(ctx)).id;
    expect(await ctx.database.read(other, (tx) => listDeadLetters(tx, other, 10))).toEqual([]);
    const [letter] = await ctx.database.read(tenantId, (tx) => listDeadLetters(tx, tenantId, 10));
    expect(letter).toMatchObject({ job: 'test.notes', key: 'a', attempts: 1, reason: 'account_closed' });

    const retry = (of: number) =>
      ctx.database.transact(of, (tx) => retryDeadLetter(tx, of, letter?.id ?? -1n, ctx.clocks.security.now()));
    expect(await retry(other)).toBe(false);
    expect(await retry(tenantId)).toBe(true);
    expect(await retry(tenantId)).toBe(false);
    isShut = false;
    await runner.runDue();
    expect(await ctx.database.read(tenantId, (tx) => listDeadLetters(tx, tenantId, 10))).toEqual([]);
    expect(await rows()).toMatchObject([{ dead_at: null, last_error: null }]);
    await runner.stop();
  });

  it('does not store database error messages, which quote values, as its reason', async () => {
    const collides: QueuedJob<TestContext, Note> = {
      queue: notes,
      atOnce: 10,
      async inTransaction(_ctx, tx) {
        await tx.run("INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Marked', '2026-11-20')", [tenantId]);
        return 'done';
      },
    };
    const runner = givenRunner(ctx, [collides]);
    await queue('a');
    await runner.runDue();
    expect(await rows()).toMatchObject([{ last_error: 'error 23505 tenant_pkey' }]);
    await runner.stop();
  });
});

describe('an item whose process ended during each attempt', () => {
  it('becomes a dead letter without another attempt', async () => {
    await queue('a');
    // Twelve claims without a result.
    await ctx.asOwner(
      "UPDATE due_work SET attempts = 12, is_leased = true, fence = 12, not_before = '2026-11-20T02:01:00Z'",
    );
    const runner = givenRunner(ctx, [noteJob()]);
    await runner.runDue();
    expect(await effects(ctx)).toEqual([]);
    ctx.advance(MINUTE);
    await runner.runDue();
    expect(await effects(ctx)).toEqual([]);
    expect(await rows()).toMatchObject([{ last_error: 'its process ended' }]);
    expect((await rows())[0]?.dead_at).not.toBeNull();
    await runner.stop();
  });
});
