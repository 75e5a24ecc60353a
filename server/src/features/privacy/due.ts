import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { retainedSince } from '../../platform/time/retention.domain.ts';
import { deleteOldAttachments, deleteOldNotes, eraseOldBankFiles } from './tidy.store.ts';

const HOUR_MS = 3_600_000;

/** Deletes notes about people and the bytes of bank files after 7 years, and documents of requests 7 years after these ended. */
export const tidyPrivacy: RecurringJob<AppContext> = {
  name: 'privacy.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 24 * HOUR_MS },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const before = retainedSince(clocks.security.now());
    const gone = [
      await deleteOldNotes(tx, tenantId, before, atOnce),
      await deleteOldAttachments(tx, before, atOnce),
      await eraseOldBankFiles(tx, before, atOnce),
    ];
    return gone.includes(atOnce) ? 'more' : 'done';
  },
};
