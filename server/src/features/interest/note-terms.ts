import type { AppContext } from '../../compose/context.ts';
import type { Terms } from './interest.domain.ts';
import {
  listNoted,
  type NotedTerms,
  paysInterest,
  readProducts,
  saveNotedSince,
  saveTerms,
  termsOf,
} from './interest-terms.store.ts';

const AT_ONCE = 500;
const NOTHING: Terms = { productId: null, basisPoints: 0, upTo: 0n };

/**
 * Records the terms of each account on a day that has just ended, if its cards or products changed them. False if it
 * was aborted before the last account.
 */
export async function noteTerms(
  ctx: AppContext,
  tenantId: number,
  day: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (await ctx.database.read(tenantId, (tx) => paysInterest(tx, tenantId))) {
    let after: bigint | undefined = 0n;
    while (after !== undefined) {
      if (signal?.aborted) return false;
      after = await noteSome(ctx, tenantId, day, after);
    }
  }
  await ctx.database.transact(tenantId, (tx) => saveNotedSince(tx, tenantId, day));
  return true;
}

/** Returns the last account of the batch; undefined after the last one. */
function noteSome(ctx: AppContext, tenantId: number, day: string, after: bigint): Promise<bigint | undefined> {
  return ctx.database.transact(tenantId, async (tx) => {
    const accounts = await listNoted(tx, tenantId, { after, day, most: AT_ONCE });
    const ids = accounts.map(({ id }) => id);
    const products = await readProducts(tx, tenantId, ids, day.slice(0, 7));
    const changed = accounts.flatMap(({ id, noted }, index) => {
      const terms = termsOf(products[index] ?? []);
      return isSame(terms, noted ?? NOTHING) ? [] : [{ id, terms }];
    });
    await saveTerms(tx, tenantId, day, changed);
    return accounts.length < AT_ONCE ? undefined : ids.at(-1);
  });
}

function isSame(terms: Terms, noted: Terms | NotedTerms): boolean {
  return terms.productId === noted.productId && terms.basisPoints === noted.basisPoints && terms.upTo === noted.upTo;
}
