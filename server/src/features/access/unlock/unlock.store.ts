import type { Tx } from '../../../platform/database.ts';

export type WebAccountNames = { readonly brand_id: number; readonly names: readonly string[] };

/** Every name that opens a web account. */
export function readWebAccountNames(tx: Tx, tenantId: number, id: bigint): Promise<WebAccountNames | undefined> {
  return tx.first<WebAccountNames>(
    `SELECT w.brand_id, coalesce(array_agg(n.name ORDER BY n.name) FILTER (WHERE n.name IS NOT NULL), '{}') AS names
       FROM web_account w
       LEFT JOIN login_name n ON n.tenant_id = w.tenant_id AND n.web_account_id = w.id
      WHERE w.tenant_id = $1 AND w.id = $2
      GROUP BY w.brand_id`,
    [tenantId, id],
  );
}

export type CardNumbers = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly card_id: string;
  readonly pan_cipher: Buffer;
  readonly pan_key_version: number;
};

/** What a card signs in by. */
export function readCardNumbers(tx: Tx, tenantId: number, id: bigint): Promise<CardNumbers | undefined> {
  return tx.first<CardNumbers>(
    'SELECT id, brand_id, card_id, pan_cipher, pan_key_version FROM card WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );
}
