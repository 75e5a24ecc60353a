import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { deleteResponses } from './stored-response.store.ts';

const DAY_MS = 24 * 3_600_000;
/** Period in which a retry with the same key gets the same response. */
const RETRY_PERIOD_MS = 30 * DAY_MS;

/** Deletes stored responses after the retry period. */
export const deleteOldResponses: RecurringJob<AppContext> = {
  name: 'payments.tidy-answers',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 10 * 60_000 },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const deleted = await deleteResponses(tx, tenantId, clocks.security.now() - RETRY_PERIOD_MS, atOnce);
    return deleted === atOnce ? 'more' : 'done';
  },
};
