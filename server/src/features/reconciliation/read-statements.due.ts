import type { AppContext } from '../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../platform/due-work/job.ts';
import { fetchStatements } from './fetch-statements.ts';
import { readStatements } from './read-statements.ts';

/** Reads statements of the bank, the scheme and the gateway, and compares them with the books. */
export const readBookStatements: RecurringJob<AppContext> = {
  name: 'reconciliation.read',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 300_000 },
  atOnce: 1,
  async outside(ctx, { tenantId, signal }) {
    const unread = await fetchStatements(ctx, tenantId, signal);
    await readStatements(ctx, tenantId, signal, unread);
    return nothingToSettle;
  },
};
