import type { Withholding } from '@wattle/contract/profile/withholding.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { productSettings, type ProductSettings } from '../cards/public.ts';

/** What a product withholds of interest from somebody of whom nothing is known, as the wire has it. */
export function toWithholding({ withholding }: Pick<ProductSettings, 'withholding'>): Withholding | null {
  const { percent, freeBelow } = withholding;
  return percent === 0 ? null : { Percent: percent, FreeBelow: toDollars(BigInt(freeBelow)) };
}

const PRODUCTS = `
SELECT DISTINCT p.settings FROM card c
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.member_account_id = $2`;

/** The product of an account's cards that pays most: interest and tax follow its settings. */
export function bestPaying(products: readonly unknown[]): ProductSettings | undefined {
  const read = products.map((settings) => productSettings.parse(settings));
  return read.toSorted((a, b) => b.interestRate - a.interestRate)[0];
}

/** What an account's interest is subject to while nothing is known; null: nothing is withheld. */
export async function readWithholding(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<Withholding | null> {
  const rows = await tx.query<{ settings: unknown }>(PRODUCTS, [tenantId, memberAccountId]);
  const best = bestPaying(rows.map(({ settings }) => settings));
  return best ? toWithholding(best) : null;
}
