import type { Tx } from '../../platform/database/database.ts';
import { productSettings, type ProductSettings } from '../card-facts/public.ts';

export type ProductOfHolder = {
  readonly id: number;
  readonly name: string;
  readonly scheme: string;
  readonly is_virtual: boolean;
  readonly minimum_age: number;
  readonly settings: ProductSettings;
  readonly brand: string;
  /** The holder's oldest open account. */
  readonly account: string;
  readonly date_of_birth: string;
};

const OF_HOLDER = `
SELECT p.id, p.name, p.scheme, p.is_virtual, p.settings, b.identifier AS brand, a.account_number AS account,
       coalesce((b.settings ->> 'ReloadableCardMinimumAge')::integer, 16) AS minimum_age,
       coalesce(h.date_of_birth::text, '') AS date_of_birth
  FROM holder h
  JOIN LATERAL (SELECT account_number FROM member_account
                 WHERE tenant_id = h.tenant_id AND primary_holder_id = h.id AND NOT is_closed
                 ORDER BY id LIMIT 1) a ON true
  JOIN brand b ON b.tenant_id = h.tenant_id AND b.id = h.brand_id
  JOIN product p ON p.tenant_id = h.tenant_id AND p.brand_id = h.brand_id
 WHERE h.tenant_id = $1 AND h.id = $2 AND h.died_on IS NULL AND h.erased_at IS NULL AND p.is_reloadable
 ORDER BY p.id`;

/** Reloadable products of a holder's brand; none for someone without an open account. */
export async function listProductsOfHolder(tx: Tx, tenantId: number, holderId: bigint): Promise<ProductOfHolder[]> {
  const rows = await tx.query<Omit<ProductOfHolder, 'settings'> & { settings: unknown }>(OF_HOLDER, [
    tenantId,
    holderId,
  ]);
  return rows.map((row) => ({ ...row, settings: productSettings.parse(row.settings) }));
}
