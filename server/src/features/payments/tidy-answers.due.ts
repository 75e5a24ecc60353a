import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { deleteAnswers } from './kept-answer.store.ts';

const DAY_MS = 24 * 3_600_000;
/** Period in which a retry with the same key gets the same response. */
const ANSWERS_KEPT_MS = 30 * DAY_MS;

/** Deletes stored responses after the retry period. */
export const tidyAnswers: RecurringJob<AppContext> = {
  name: 'payments.tidy-answers',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 10 * 60_000 },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const deleted = await deleteAnswers(tx, tenantId, clocks.security.now() - ANSWERS_KEPT_MS, atOnce);
    return deleted === atOnce ? 'more' : 'done';
  },
};
