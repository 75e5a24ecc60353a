import type { AppContext } from '../../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { fillSearch, type SearchTable } from './search-fill.store.ts';

/**
 * Fills a table of the desk's search, some seconds behind. Runs outside of a transaction because it depends on which
 * transactions are in progress.
 */
export function searchJob(name: string, table: SearchTable): RecurringJob<AppContext> {
  return {
    name,
    clock: 'security',
    scope: 'tenant',
    when: { everyMs: 10_000 },
    goesOnWhileHeld: true,
    atOnce: 2_000,
    async outside(ctx, { tenantId, atOnce }) {
      await fillSearch(ctx, tenantId, table, atOnce);
      return nothingToSettle;
    },
  };
}
