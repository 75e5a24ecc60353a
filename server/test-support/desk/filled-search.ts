import { vi } from 'vitest';
import { fillSearch, type SearchTable } from '../../src/features/desk/search/search-fill.store.ts';
import type { TestContext } from '../processes/database.ts';

/** Fills a table of the desk's search until it has everything: any transaction on this PostgreSQL makes it wait. */
export async function fillAll(ctx: TestContext, tenantId: number, table: SearchTable, atOnce: number): Promise<void> {
  const late = `
    SELECT FROM ${table.source} s WHERE s.tenant_id = $1
       AND s.id > coalesce((SELECT filled_to FROM search_fill WHERE tenant_id = $1 AND name = $2), 0) LIMIT 1`;
  const isDone = async () => {
    await fillSearch(ctx, tenantId, table, atOnce);
    return (await ctx.asOwner(late, [tenantId, table.name])).length === 0;
  };
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 });
}
