import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { forgetHours } from './hour.store.ts';
import { forgetDeliveries } from './waiting.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DELIVERIES_KEPT_MS = 90 * DAY_MS;
const HOURS_KEPT_MS = 36 * DAY_MS;

/** Deletes raw deliveries after 90 days, but those of which something still waits, and the figures of old hours. */
export const tidyProcessors: RecurringJob<AppContext> = {
  name: 'processors.tidy',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const now = clocks.business.now();
    await forgetHours(tx, tenantId, now - HOURS_KEPT_MS);
    return (await forgetDeliveries(tx, tenantId, now - DELIVERIES_KEPT_MS, atOnce)) === atOnce ? 'more' : 'done';
  },
};
