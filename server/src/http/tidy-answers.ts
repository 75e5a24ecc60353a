import type { AppContext } from '../context.ts';
import { deleteAnswers, listTenantIds } from './kept-answer.store.ts';

const DAY_MS = 24 * 3_600_000;
/** A retry with the same key gets the same answer for this long. */
const ANSWERS_KEPT_MS = 30 * DAY_MS;

/** Deletes answers that no retry asks for any more. Any number of servers may run it at once. */
export async function tidyAnswers(ctx: Pick<AppContext, 'database' | 'clocks'>): Promise<void> {
  const before = ctx.clocks.security.now() - ANSWERS_KEPT_MS;
  for (const tenantId of await ctx.database.readShared(listTenantIds)) {
    let isMore: boolean;
    do {
      isMore = await ctx.database.transact(tenantId, (tx) => deleteAnswers(tx, tenantId, before));
    } while (isMore);
  }
}
