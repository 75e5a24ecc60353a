import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { COMPLAINT_RULES } from './complaint-rules.domain.ts';
import { deleteOld } from './complaint.store.ts';

/** Deletes complaints with their messages and files, 7 years after they ended. */
export const eraseComplaints: RecurringJob<AppContext> = {
  name: 'complaints.erase',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:25'] },
  atOnce: 100,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    const before = Temporal.Instant.fromEpochMilliseconds(plannedAt)
      .toZonedDateTimeISO('UTC')
      .subtract({ years: COMPLAINT_RULES.keptYears }).epochMilliseconds;
    const erased = await deleteOld(tx, tenantId, before, atOnce);
    return erased === atOnce ? 'more' : 'done';
  },
};
