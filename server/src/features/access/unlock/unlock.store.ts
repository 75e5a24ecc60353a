import type { Tx } from '../../../platform/database/database.ts';
import type { SealedNumber } from '../../card-facts/public.ts';

/** The brand of a web account. */
export async function readBrandOfWebAccount(tx: Tx, tenantId: number, id: bigint): Promise<number | undefined> {
  const sql = 'SELECT brand_id FROM web_account WHERE tenant_id = $1 AND id = $2';
  return (await tx.first<{ brand_id: number }>(sql, [tenantId, id]))?.brand_id;
}

export type CardNumber = SealedNumber & {
  readonly id: bigint;
  readonly brand_id: number;
};

/** The number of a card: PINs that were typed for it are counted under it. */
export function readCardNumber(tx: Tx, tenantId: number, id: bigint): Promise<CardNumber | undefined> {
  return tx.first<CardNumber>(
    'SELECT id, brand_id, pan_cipher, pan_key_version FROM card WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );
}
