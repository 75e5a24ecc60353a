import type { AppContext } from '../../context.ts';
import { nothingToSettle, type RecurringJob } from '../../platform/due-work/job.ts';
import { tellDebts } from './tell-debts.ts';

const EVERY_MS = 30_000;

/** Ends paid debts and notifies debtors. */
export const tellDebtsJob: RecurringJob<AppContext> = {
  name: 'debts.tell',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 100,
  async outside(ctx, { tenantId, atOnce }) {
    await tellDebts(ctx, tenantId, atOnce);
    return nothingToSettle;
  },
};
