import { PROGRAMME_ZONE } from '../../platform/programme-zone.domain.ts';

/**
 * The cards that decide what an account is: what it earns, costs and may receive, and its limits. A `FROM` item with
 * `card_id`, `product_id`, `status` and `works` (which cards they are: server/migrations/0005-cards.sql), and their
 * products as `p`. Each argument is SQL; `month` is one of Melbourne, `yyyy-MM`.
 */
export function productsOfAccount(tenantId: string, accountId: string, month: string): string {
  return `cards_of_account(${tenantId}, ${accountId}, ${month}) AS deciding
          JOIN product p ON p.tenant_id = ${tenantId} AND p.id = deciding.product_id`;
}

/** The Melbourne month of a moment, in SQL. */
export function monthOf(moment: string): string {
  return `to_char(${moment} AT TIME ZONE '${PROGRAMME_ZONE}', 'YYYY-MM')`;
}

/** Cents that an account may have at most, by the settings of its products; 0 without any. */
export function maximumOf(
  products: readonly { readonly maxBalance: number; readonly maxBalanceUnverified: number }[],
  isVerified: boolean,
): bigint {
  const all = products.map(({ maxBalance, maxBalanceUnverified }) => (isVerified ? maxBalance : maxBalanceUnverified));
  return BigInt(Math.max(0, ...all));
}
