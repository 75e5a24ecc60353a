import type { DueContext, RecurringJob } from '../due-work/job.ts';
import { programmeYear } from '../time/programme-zone.domain.ts';

/** Starts the audit log's partition of a year, and creates the next one ahead. */
export const beginAuditYear: RecurringJob<DueContext> = {
  name: 'audit.begin-year',
  clock: 'security',
  scope: 'instance',
  when: { everyMs: 3_600_000 },
  goesOnWhileHeld: true,
  atOnce: 1,
  async inTransaction({ clocks }, tx) {
    await tx.query('SELECT begin_audit_year($1)', [programmeYear(clocks.security.now())]);
    return 'done';
  },
};
