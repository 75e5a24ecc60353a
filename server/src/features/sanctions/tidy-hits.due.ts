import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { deleteDecidedBefore } from './sanction-hit.store.ts';

/** Years for which a decision about a name is kept, as other records of the law against money laundering are. */
const KEPT_YEARS = 7;

/** Deletes hits 7 years after they were decided, but for those that still keep money where it is. */
export const tidyHits: RecurringJob<AppContext> = {
  name: 'sanctions.tidy',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:35'] },
  atOnce: 500,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    const before = Temporal.Instant.fromEpochMilliseconds(plannedAt)
      .toZonedDateTimeISO('UTC')
      .subtract({ years: KEPT_YEARS }).epochMilliseconds;
    return (await deleteDecidedBefore(tx, tenantId, before, atOnce)) === atOnce ? 'more' : 'done';
  },
};
