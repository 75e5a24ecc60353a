import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';

/**
 * Cards that determine the settings of an account: interest, fees, deposits and limits. A `FROM` item with `card_id`,
 * `product_id`, `status` and `works` (see server/migrations/0005-cards.sql for the rule), and their products as `p`.
 * Each argument is SQL; `month` is a Melbourne month, `yyyy-MM`.
 */
export function productsOfAccount(tenantId: string, accountId: string, month: string): string {
  return `cards_of_account(${tenantId}, ${accountId}, ${month}) AS deciding
          JOIN product p ON p.tenant_id = ${tenantId} AND p.id = deciding.product_id`;
}

/** SQL: whether a card is or was in use. One in the post and a gift that waits for its day are not yet. */
export const wasInUse = (card: string) => `${card}.status NOT IN ('NotIssued', 'Ordered', 'Closed')`;

/** SQL: Melbourne month of a moment. */
export function monthOf(moment: string): string {
  return `to_char(${moment} AT TIME ZONE '${PROGRAMME_ZONE}', 'YYYY-MM')`;
}

/** Maximum balance of an account by the settings of its products; 0 without any. */
export function maximumOf(
  products: readonly { readonly maxBalance: number; readonly maxBalanceUnverified: number }[],
  isVerified: boolean,
): bigint {
  const all = products.map(({ maxBalance, maxBalanceUnverified }) => (isVerified ? maxBalance : maxBalanceUnverified));
  return BigInt(Math.max(0, ...all));
}
