import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { eraseEnded } from './dispute.store.ts';
import { DISPUTE_RULES } from './dispute-rules.ts';

const DAY_MS = 86_400_000;

/** Erases what people wrote and sent of disputes that ended long ago. */
export const eraseDisputes: RecurringJob<AppContext> = {
  name: 'disputes.erase',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:20'] },
  atOnce: 100,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    const erased = await eraseEnded(tx, tenantId, plannedAt - DISPUTE_RULES.keptDays * DAY_MS, atOnce);
    return erased === atOnce ? 'more' : 'done';
  },
};
