import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { tidyEarlyReversals } from './early.store.ts';

const HOUR_MS = 3_600_000;
/** Twice as long as the longest hold. No authorisation arrives later after its reversal. */
const KEPT_MS = 60 * 24 * HOUR_MS;

/** Deletes reversals stored for a purchase, which belong to no tenant. */
export const tidyNetwork: RecurringJob<AppContext> = {
  name: 'network.tidy',
  clock: 'business',
  scope: 'instance',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { atOnce }) {
    const gone = await tidyEarlyReversals(tx, clocks.business.now() - KEPT_MS, atOnce);
    return gone === atOnce ? 'more' : 'done';
  },
};
