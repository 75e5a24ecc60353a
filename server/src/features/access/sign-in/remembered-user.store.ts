import type { Tx } from '../../../platform/database/database.ts';

type Place = { readonly tenantId: number; readonly id: number };

const iso = (ms: number) => new Date(ms).toISOString();

/** User who is remembered under a secret. Security clock. */
export function findRemembered(
  tx: Tx,
  brand: Place,
  secretHash: Buffer,
  nowMs: number,
): Promise<{ username: string } | undefined> {
  return tx.first<{ username: string }>(
    `SELECT w.username
       FROM remembered_user r
       JOIN web_account w ON w.tenant_id = r.tenant_id AND w.id = r.web_account_id
      WHERE r.tenant_id = $1 AND r.brand_id = $2 AND r.secret_hash = $3 AND r.ends_at > $4`,
    [brand.tenantId, brand.id, secretHash, iso(nowMs)],
  );
}

export type NewRemembered = {
  readonly secretHash: Buffer;
  readonly webAccountId: bigint;
  readonly now: number;
  readonly endsAt: number;
};

export async function addRemembered(tx: Tx, brand: Place, remembered: NewRemembered): Promise<void> {
  await tx.run(
    `INSERT INTO remembered_user (secret_hash, tenant_id, brand_id, web_account_id, created_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      remembered.secretHash,
      brand.tenantId,
      brand.id,
      remembered.webAccountId,
      iso(remembered.now),
      iso(remembered.endsAt),
    ],
  );
}

export async function deleteRemembered(tx: Tx, brand: Place, secretHash: Buffer): Promise<void> {
  await tx.run('DELETE FROM remembered_user WHERE tenant_id = $1 AND brand_id = $2 AND secret_hash = $3', [
    brand.tenantId,
    brand.id,
    secretHash,
  ]);
}
