import type { Tx } from '../../platform/database.ts';

export type ToldCard = {
  readonly brand_id: number;
  readonly last4: string;
  readonly holder_id: bigint | null;
  readonly primary_holder_id: bigint | null;
};

const CARD = `
SELECT c.brand_id, c.last4, c.holder_id, a.primary_holder_id
  FROM card c
  JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
 WHERE c.tenant_id = $1 AND c.id = $2`;

/** People whom a change of a card concerns. */
export function findToldCard(tx: Tx, tenantId: number, cardId: bigint): Promise<ToldCard | undefined> {
  return tx.first(CARD, [tenantId, cardId]);
}
