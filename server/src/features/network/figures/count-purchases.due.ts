import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { countHours, forgetHours, readLastCounted } from './purchase-hour.store.ts';

export const HOUR_MS = 3_600_000;
/** Some purchases arrive late: those of the day before are counted again. */
const AGAIN_MS = 24 * HOUR_MS;
const FIRST_MS = 8 * 24 * HOUR_MS;
const KEPT_MS = 36 * 24 * HOUR_MS;
/** Hours of one transaction. */
const MOST_MS = 48 * HOUR_MS;

export const hourOf = (ms: number): number => ms - (ms % HOUR_MS);

/** Counts the purchases of the hours that are over. */
export const countPurchases: RecurringJob<AppContext> = {
  name: 'network.count',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1,
  async inTransaction({ clocks }, tx, { tenantId }) {
    const now = hourOf(clocks.business.now());
    const last = await readLastCounted(tx, tenantId);
    const fromMs = last === undefined ? now - FIRST_MS : Math.min(last, now - HOUR_MS) - AGAIN_MS;
    const beforeMs = Math.min(now, fromMs + MOST_MS);
    await countHours(tx, tenantId, { fromMs, beforeMs });
    await forgetHours(tx, tenantId, now - KEPT_MS);
    return beforeMs < now ? 'more' : 'done';
  },
};
