import type { Tx } from '../../../platform/database/database.ts';

type CardUnderOldKeys = { readonly id: bigint; readonly pan_cipher: Buffer; readonly pan_key_version: number };

// Each part is a range of an index, so a search that finds nothing is cheap.
const UNDER_OLD_KEYS = `
SELECT c.id, c.pan_cipher, c.pan_key_version
FROM card c
WHERE c.tenant_id = $1 AND c.id = ANY (ARRAY(
  (SELECT id FROM card WHERE tenant_id = $1 AND pan_hash_key_version < $2 AND pan_cipher IS NOT NULL
    ORDER BY pan_hash_key_version LIMIT $4)
  UNION
  (SELECT id FROM card WHERE tenant_id = $1 AND pan_key_version < $3 ORDER BY pan_key_version LIMIT $4)
  LIMIT $4
))
ORDER BY c.id
FOR NO KEY UPDATE`;

/**
 * Cards whose number is stored here under an older version of one of its keys, locked. The hash of a number that
 * a processor holds cannot be made again: its version of the index key stays in use while the card does.
 */
export function lockCardsUnderOldKeys(
  tx: Tx,
  tenantId: number,
  current: { readonly pan: number; readonly panIndex: number },
  most: number,
): Promise<CardUnderOldKeys[]> {
  return tx.query(UNDER_OLD_KEYS, [tenantId, current.panIndex, current.pan, most]);
}

export type RewrittenCard = {
  readonly id: bigint;
  readonly sealed: { readonly cipher: Buffer; readonly keyVersion: number };
  readonly index: { readonly hash: Buffer; readonly keyVersion: number };
};

const SAVE = `
UPDATE card SET pan_cipher = new.cipher, pan_key_version = new.cipher_version,
                pan_hash = new.hash, pan_hash_key_version = new.hash_version
FROM unnest($2::bigint[], $3::bytea[], $4::smallint[], $5::bytea[], $6::smallint[])
  AS new (id, cipher, cipher_version, hash, hash_version)
WHERE card.tenant_id = $1 AND card.id = new.id`;

export async function saveCardKeys(tx: Tx, tenantId: number, cards: readonly RewrittenCard[]): Promise<void> {
  await tx.run(SAVE, [
    tenantId,
    cards.map(({ id }) => id),
    cards.map(({ sealed }) => sealed.cipher),
    cards.map(({ sealed }) => sealed.keyVersion),
    cards.map(({ index }) => index.hash),
    cards.map(({ index }) => index.keyVersion),
  ]);
}
