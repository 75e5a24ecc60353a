import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { retainedSince } from '../../../platform/time/retention.domain.ts';
import { deleteOldStops } from './look-up-stop.store.ts';
import { deleteOldLookUps } from './look-up.store.ts';

const KEPT_MS = 90 * 86_400_000;

/** Deletes look-ups of PayIDs after 90 days; those that were paid by, as long as payments are kept. */
export const tidyLookUps: RecurringJob<AppContext> = {
  name: 'transfers.tidy-look-ups',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 3_600_000 },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const now = clocks.business.now();
    const before = { unpaid: now - KEPT_MS, paid: retainedSince(now) };
    const deleted = await deleteOldLookUps(tx, tenantId, before, atOnce);
    const stops = await deleteOldStops(tx, tenantId, now - KEPT_MS, atOnce);
    return Math.max(deleted, stops) === atOnce ? 'more' : 'done';
  },
};
