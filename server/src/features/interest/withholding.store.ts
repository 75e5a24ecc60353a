import type { Withholding } from '@wattle/contract/profile/withholding.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import type { ProductSettings } from '../card-facts/public.ts';
import { bestPaying, readProducts } from './interest-terms.store.ts';

/** What a product withholds of interest from somebody of whom nothing is known, as the wire has it. */
export function toWithholding({ withholding }: Pick<ProductSettings, 'withholding'>): Withholding | null {
  const { percent, freeBelow } = withholding;
  return percent === 0 ? null : { Percent: percent, FreeBelow: toDollars(BigInt(freeBelow)) };
}

/** What an account's interest is subject to in a month while nothing is known; null: nothing is withheld. */
export async function readWithholding(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  month: string,
): Promise<Withholding | null> {
  const [products] = await readProducts(tx, tenantId, [memberAccountId], month);
  const best = products && bestPaying(products);
  return best ? toWithholding(best.settings) : null;
}
