import type { AppContext } from '../../compose/context.ts';
import { beginComparing, readTotals } from './compare.store.ts';
import { COMPARED_ACCOUNTS } from './statement.types.ts';

/**
 * Begins with the statements of the sandbox for a programme that has a history: they open with what the books have now,
 * and what was posted before is not compared. Repeatable.
 */
export async function beginStatements(ctx: AppContext, tenantId: number): Promise<void> {
  const { sandboxStatements } = ctx.outside;
  if (!sandboxStatements) return;
  const now = ctx.clocks.business.now();
  const balances = await ctx.database.transact(tenantId, async (tx) => {
    const found = [];
    for (const account of COMPARED_ACCOUNTS) {
      const of = { tenantId, account };
      await beginComparing(tx, of, now + 1);
      found.push({ account, books: (await readTotals(tx, of)).books });
    }
    return found;
  });
  for (const { account, books } of balances) await sandboxStatements.begin(tenantId, account, books);
}
