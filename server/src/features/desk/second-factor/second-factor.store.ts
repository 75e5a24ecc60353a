import type { Tx } from '../../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** A secret of an authenticator app as it is stored. */
export type SealedSecret = { readonly secret_cipher: Buffer; readonly key_version: number };

export type TotpRow = SealedSecret & { readonly last_step: bigint };

export function findTotp(tx: Tx, tenantId: number, staffId: bigint): Promise<TotpRow | undefined> {
  return tx.first<TotpRow>(
    'SELECT secret_cipher, key_version, last_step FROM staff_totp WHERE tenant_id = $1 AND staff_id = $2 FOR NO KEY UPDATE',
    [tenantId, staffId],
  );
}

export async function saveTotpStep(tx: Tx, tenantId: number, staffId: bigint, step: number): Promise<void> {
  await tx.run('UPDATE staff_totp SET last_step = $3 WHERE tenant_id = $1 AND staff_id = $2', [
    tenantId,
    staffId,
    step,
  ]);
}

/** Sets the secret of a member, in place of the previous one. The code that proved it is used. */
export async function saveTotp(
  tx: Tx,
  tenantId: number,
  staffId: bigint,
  { secret, step, nowMs }: { readonly secret: SealedSecret; readonly step: number; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO staff_totp (tenant_id, staff_id, secret_cipher, key_version, last_step, added_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, staff_id) DO UPDATE
       SET secret_cipher = excluded.secret_cipher, key_version = excluded.key_version,
           last_step = excluded.last_step, added_at = excluded.added_at`,
    [tenantId, staffId, secret.secret_cipher, secret.key_version, step, iso(nowMs)],
  );
}

/** Takes every factor of a member away, and what was being set up. */
export async function deleteFactors(tx: Tx, tenantId: number, staffId: bigint): Promise<void> {
  for (const table of ['staff_totp', 'staff_passkey', 'staff_enrolment']) {
    await tx.run(`DELETE FROM ${table} WHERE tenant_id = $1 AND staff_id = $2`, [tenantId, staffId]);
  }
}
