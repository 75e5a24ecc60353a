import type { AppContext } from '../../../context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { deleteOldChanges } from './contact.store.ts';

const DAY_MS = 24 * 3_600_000;

/** Deletes changes of contacts that can be undone no more. */
export const tidyContacts: RecurringJob<AppContext> = {
  name: 'profile.tidy-contacts',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60 * 60_000 },
  atOnce: 500,
  async inTransaction({ clocks, config }, tx, { tenantId, atOnce }) {
    const before = clocks.security.now() - config.contacts.newMs - DAY_MS;
    return (await deleteOldChanges(tx, tenantId, before, atOnce)) === atOnce ? 'more' : 'done';
  },
};
