import type { AppContext } from '../../compose/context.ts';
import type { Job, PollingJob, RecurringJob } from '../../platform/due-work/job.ts';
import { retainedSince } from '../../platform/time/retention.domain.ts';
import { expireFiles } from './expire-files.ts';
import { deleteOldAttachments, deleteOldNotes } from './tidy.store.ts';

const HOUR_MS = 3_600_000;

/** Deletes notes about people after 7 years, and documents of requests 7 years after these ended. */
export const tidyPrivacy: RecurringJob<AppContext> = {
  name: 'privacy.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 24 * HOUR_MS },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const before = retainedSince(clocks.security.now());
    const gone = [await deleteOldNotes(tx, tenantId, before, atOnce), await deleteOldAttachments(tx, before, atOnce)];
    return gone.includes(atOnce) ? 'more' : 'done';
  },
};

/** Deletes files for partners that have stood in a folder of this machine for 30 days. */
const expirePartnerFiles: PollingJob<AppContext> = {
  name: 'privacy.expire-files',
  everyMs: HOUR_MS,
  poll: (ctx) => expireFiles(ctx),
};

/** The work of this feature that falls due. */
export const privacyJobs: readonly Job<AppContext>[] = [tidyPrivacy, expirePartnerFiles];
