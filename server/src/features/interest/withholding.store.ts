import type { Withholding } from '@wattle/contract/profile/online-account.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import type { ProductSettings } from '../card-facts/public.ts';
import { bestPaying, readProducts } from './interest-terms.store.ts';

/** Tax that a product withholds from interest without a tax file number or an exemption, in the format of the API. */
export function toWithholding({ withholding }: Pick<ProductSettings, 'withholding'>): Withholding | null {
  const { percent, freeBelow } = withholding;
  return percent === 0 ? null : { Percent: percent, FreeBelow: toDollars(BigInt(freeBelow)) };
}

/** Tax withheld from an account's interest in a month without a tax file number; null: none. */
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
