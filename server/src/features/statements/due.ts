import type { AppContext } from '../../compose/context.ts';
import type { Job, RecurringJob } from '../../platform/due-work/job.ts';
import { programmeYear } from '../../platform/time/programme-zone.domain.ts';
import { makeStatementPart } from './make-statements.store.ts';
import { isStillPlanned } from '../../platform/due-work/due-state.store.ts';
import { makeStatements as make } from './make-statements.ts';
import { printStatements } from './print-statements.due.ts';

/** Interval for checking whether the interest of the night is posted. */
const WAIT_MS = 60_000;

/** Makes the statements of ended periods, after the interest of their last day. */
export const makeStatements: RecurringJob<AppContext> = {
  name: 'statements.make',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:45'] },
  atOnce: 20,
  async outside(ctx, { tenantId, plannedAt, atOnce, signal }) {
    // After an outage, jobs of the same night run in any order.
    const { business } = ctx.clocks;
    if (await ctx.database.read(tenantId, (tx) => isStillPlanned(tx, tenantId, 'interest.post', plannedAt))) {
      return async () => ({ againAt: business.now() + WAIT_MS });
    }
    const hasMore = await make(ctx, tenantId, plannedAt, atOnce, signal);
    return async () => (hasMore ? 'more' : 'done');
  },
};

/** Creates the partitions for statements of this year and the next ahead. */
export const makeStatementParts: RecurringJob<AppContext> = {
  name: 'statements.make-parts',
  clock: 'business',
  scope: 'instance',
  when: { everyMs: 3_600_000 },
  goesOnWhileHeld: true,
  atOnce: 1,
  async inTransaction({ clocks }, tx) {
    const year = programmeYear(clocks.business.now());
    for (const one of [year, year + 1]) await makeStatementPart(tx, one);
    return 'done';
  },
};

/** The work of this feature that falls due. */
export const statementsJobs: readonly Job<AppContext>[] = [makeStatements, makeStatementParts, printStatements];
