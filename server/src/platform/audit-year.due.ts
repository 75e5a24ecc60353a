import type { DueContext, RecurringJob } from './due-work/job.ts';
import { programmeYear } from './programme-zone.domain.ts';

/** Begins the audit log's part of a year, and makes the next one ahead. */
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
