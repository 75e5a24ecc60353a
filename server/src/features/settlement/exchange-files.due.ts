import type { AppContext } from '../../context.ts';
import { nothingToSettle, type RecurringJob } from '../../platform/due-work/job.ts';
import { exchangeFiles } from './exchange-files.ts';

const EVERY_MS = 30_000;

/** Sends files to the bank, and reads and processes its answers. */
export const exchangeBankFiles: RecurringJob<AppContext> = {
  name: 'settlement.exchange',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 200,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await exchangeFiles(ctx, tenantId, { atOnce, signal });
    return nothingToSettle;
  },
};
