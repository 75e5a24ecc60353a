import type { Tx } from '../../../platform/database/database.ts';

export type ExpiringCard = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint;
  readonly last4: string;
  readonly expiry: string;
  readonly is_reloadable: boolean;
};

const LIST = `
SELECT c.id, c.brand_id, c.holder_id, c.last4, c.expiry, p.is_reloadable
FROM card c
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE c.tenant_id = $1 AND c.expiry >= $5 AND c.expiry <= $2 AND c.status IN ('Active', 'ActiveOff') AND c.id > $3
  AND h.died_on IS NULL AND NOT a.is_closed
  AND NOT EXISTS (SELECT FROM card s WHERE s.tenant_id = $1 AND s.replaces_id = c.id AND s.status <> 'Closed')
ORDER BY c.id LIMIT $4`;

/**
 * Cards in use that expire at the end of given months (`yyyy-MM`) and have no successor, after an id. A card that was
 * blocked at its renewal is included once it can be used again.
 */
export function listExpiring(
  tx: Tx,
  tenantId: number,
  months: { readonly first: string; readonly last: string },
  afterId: bigint,
  atMost: number,
): Promise<ExpiringCard[]> {
  return tx.query(LIST, [tenantId, months.last, afterId, atMost, months.first]);
}
