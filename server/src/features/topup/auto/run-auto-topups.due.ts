import type { AppContext } from '../../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { runAutoTopups } from './run-auto-topups.ts';

const EVERY_MS = 30_000;

/** Runs due steps of automatic top-ups by the business clock. */
export const runAutoTopupsJob: RecurringJob<AppContext> = {
  name: 'topup.auto',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 200,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await runAutoTopups(ctx, tenantId, { atOnce, signal });
    return nothingToSettle;
  },
};
