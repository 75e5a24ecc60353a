import type { Tx } from '../../../platform/database/database.ts';

const OWN_PRODUCT = `
SELECT p.name, c.last4, p.settings ->> 'bsb' AS bsb
FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.member_account_id = $2
  AND CASE WHEN $4::bigint IS NULL THEN c.holder_id = $3::bigint ELSE c.id = $4::bigint END
ORDER BY c.status IN ('Active', 'ActiveOff') DESC, c.id DESC
LIMIT 1`;

export type ExportedCard = { readonly name: string; readonly last4: string; readonly bsb: string | null };

type Caller = { readonly tenantId: number; readonly holderId: bigint | null; readonly cardId: bigint | null };

/** The card by which the caller knows an account of theirs: one that works, else the newest. */
export function findExportedCard(
  tx: Tx,
  { tenantId, holderId, cardId }: Caller,
  memberAccountId: bigint,
): Promise<ExportedCard | undefined> {
  return tx.first(OWN_PRODUCT, [tenantId, memberAccountId, holderId, cardId]);
}
