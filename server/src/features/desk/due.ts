import type { AppContext } from '../../compose/context.ts';
import type { Job, RecurringJob } from '../../platform/due-work/job.ts';
import { expireRequests } from './requests/expire-requests.ts';
import { deleteEndedProofs } from './second-factor/enrolment.store.ts';
import { deleteQuietGuards } from './sign-in/staff-guard.store.ts';
import { deleteEndedStaffSessions } from './sign-in/staff-session.store.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 10 * 60_000;
const SESSIONS_KEPT_MS = DAY_MS;
/** Longer than any lock lasts. */
const GUARDS_KEPT_MS = 31 * DAY_MS;

/**
 * Ends requests that no one decided about in time, and deletes ended sessions, enrolments, challenges and counts of
 * failed sign-ins.
 */
export const tidyDesk: RecurringJob<AppContext> = {
  name: 'desk.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 500,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const now = ctx.clocks.security.now();
    await expireRequests(tx, ctx, tenantId);
    const deleted = [
      await deleteEndedStaffSessions(tx, tenantId, now - SESSIONS_KEPT_MS, atOnce),
      await deleteEndedProofs(tx, tenantId, now, atOnce),
      await deleteQuietGuards(tx, tenantId, now - GUARDS_KEPT_MS, atOnce),
    ];
    return deleted.includes(atOnce) ? 'more' : 'done';
  },
};

/** The work of this feature that falls due. */
export const deskJobs: readonly Job<AppContext>[] = [tidyDesk];
