import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../../test-support/processes/database.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { givenEffects } from '../../../test-support/effects.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { noteJob, type Note, notes, queueNote, workRows } from '../../../test-support/desk/notes.ts';
import { readDueState } from './due-state.store.ts';
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

describe('the state of due work', () => {
  const LATE_AFTER = MINUTE;
  const state = () =>
    ctx.database.readShared((tx) =>
      readDueState(tx, { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() }, LATE_AFTER),
    );

  it('shows late, running, failing and dead work by job, over all tenants', async () => {
    const other = (await givenTenant(ctx)).id;
    const now = ctx.clocks.business.now();
    await queue('late', now - 90 * SECOND);
    await queueNote(ctx, other, 'late', now - 61 * SECOND);
    await queue('due', now - 60 * SECOND);
    await queue('future', now + HOUR);
    expect(await state()).toEqual([{ job: 'test.notes', late: 2, oldestSeconds: 90, running: 0, failing: 0, dead: 0 }]);
    const runner = givenRunner(ctx, [
      {
        queue: notes,
        atOnce: 10,
        async inTransaction(_ctx, _tx, { key }) {
          const { running } = (await state())[0] ?? {};
          if (key === 'due') throw new Error(`${running} running`);
          return { giveUp: 'test' };
        },
      } satisfies QueuedJob<TestContext, Note>,
    ]);
    await runner.runDue();
    expect(await state()).toEqual([{ job: 'test.notes', late: 0, oldestSeconds: 60, running: 0, failing: 1, dead: 2 }]);
    // The tenant has two items, and the older one has ended.
    expect((await rows()).find(({ key }) => key === 'due')?.last_error).toBe('1 running');
    ctx.advance(1);
    expect(await state()).toMatchObject([{ late: 1 }]);
    await runner.stop();
  });

  it('counts items by how they ended', async () => {
    const runner = givenRunner(ctx, [noteJob((attempt) => (attempt === 1 ? { giveUp: 'test' } : 'done'))]);
    await queue('a');
    await runner.runDue();
    const { registry: counted } = ctx.dueWork.figures;
    const text = await counted.metrics();
    expect(text).toContain('wattle_due_work_runs_total{job="test.notes",ending="given up"} 1');
    expect(text).toContain('wattle_due_work_duration_seconds_count{job="test.notes"} 1');
    await runner.stop();
  });
});
