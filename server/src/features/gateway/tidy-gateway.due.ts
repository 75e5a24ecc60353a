import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { tidyAttempts } from './attempt.store.ts';
import { tidyCardMoney } from './card-money.store.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired counts of attempts, and marks of card money a day after their release. */
export const tidyGateway: RecurringJob<AppContext> = {
  name: 'gateway.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const before = ctx.clocks.security.now() - ctx.config.gateway.testing.windowMs;
    const attempts = await tidyAttempts(tx, tenantId, before, atOnce);
    const marks = await tidyCardMoney(tx, tenantId, ctx.clocks.business.now() - 24 * HOUR_MS, atOnce);
    return attempts === atOnce || marks === atOnce ? 'more' : 'done';
  },
};
