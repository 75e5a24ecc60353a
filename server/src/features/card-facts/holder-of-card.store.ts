import type { Tx } from '../../platform/database/database.ts';

const HOLDERS_OF_CARDS = `
SELECT id AS card_id, brand_id, holder_id, last4 FROM card
WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND holder_id IS NOT NULL`;

export type HolderOfCard = {
  readonly card_id: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint;
  readonly last4: string;
};

/** Recipients of notices about cards. */
export function readHoldersOfCards(tx: Tx, tenantId: number, cardIds: ReadonlySet<bigint>): Promise<HolderOfCard[]> {
  return tx.query(HOLDERS_OF_CARDS, [tenantId, [...cardIds]]);
}
