import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { deleteEndedResets } from './reset.store.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 10 * 60_000;
/** Time for which an ended reset can be told apart from one that never existed. */
const KEPT_MS = 2 * DAY_MS;

/** Deletes resets and backup tokens that have ended. */
export const tidyResets: RecurringJob<AppContext> = {
  name: 'reset.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const before = clocks.security.now() - KEPT_MS;
    return (await deleteEndedResets(tx, tenantId, before, atOnce)) ? 'more' : 'done';
  },
};
