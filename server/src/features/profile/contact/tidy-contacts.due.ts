import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { forgetOldValues } from '../desk/desk-change.store.ts';
import { deleteOldChanges } from './contact.store.ts';
import { deleteReserved } from './login-names.store.ts';

const DAY_MS = 24 * 3_600_000;

/** Deletes changes of contacts that can no longer be undone, and frees the names reserved for an undo. */
export const tidyContacts: RecurringJob<AppContext> = {
  name: 'profile.tidy-contacts',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60 * 60_000 },
  atOnce: 500,
  async inTransaction({ clocks, config }, tx, { tenantId, atOnce }) {
    const now = clocks.security.now();
    const before = now - config.contacts.newMs - DAY_MS;
    const deleted = [
      await deleteOldChanges(tx, tenantId, before, atOnce),
      await forgetOldValues(tx, tenantId, before, atOnce),
      await deleteReserved(tx, tenantId, now, atOnce),
    ];
    return deleted.includes(atOnce) ? 'more' : 'done';
  },
};
