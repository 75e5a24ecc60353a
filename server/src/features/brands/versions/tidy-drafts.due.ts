import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { deleteOldDrafts } from './version.store.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

/** Deletes drafts of brands that no one has saved or published for 90 days. */
export const tidyDrafts: RecurringJob<AppContext> = {
  name: 'brands.tidy-drafts',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:50'] },
  atOnce: 1,
  async inTransaction(_ctx, tx, { plannedAt }) {
    await deleteOldDrafts(tx, plannedAt - KEPT_DAYS * DAY_MS);
    return 'done';
  },
};
