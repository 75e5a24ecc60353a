import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { programmeYear } from '../../platform/programme-zone.domain.ts';
import { makeStatementPart } from './make-statements.store.ts';

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
