import type { Tx } from '../../../platform/database/database.ts';

type OfWebAccount = { readonly tenantId: number; readonly webAccountId: bigint };

/** Numbers of deleted credentials, by kind. */
export type Deleted = { readonly passcodes: number; readonly passkeys: number; readonly devices: number };

/** Deletes passcodes, passkeys, remembered names and registered devices made at or after a moment. Security time. */
export async function deleteYoungCredentials(
  tx: Tx,
  { tenantId, webAccountId }: OfWebAccount,
  sinceMs: number,
): Promise<Deleted> {
  const young = [tenantId, webAccountId, new Date(sinceMs).toISOString()];
  const of = (table: string, madeAt: string) =>
    tx.run(`DELETE FROM ${table} WHERE tenant_id = $1 AND web_account_id = $2 AND ${madeAt} >= $3`, young);
  const passcodes = await of('device_passcode', 'set_at');
  const passkeys = await of('passkey', 'coalesce(made_at, added_at)');
  const remembered = await of('remembered_user', 'created_at');
  const registered = await of('device', 'registered_at');
  return { passcodes, passkeys, devices: remembered + registered };
}

/**
 * Deletes the unspent proofs of a web account. A payment that is spending one finishes first, so a later search for
 * recent payments sees it.
 */
export async function deleteUnspentProofs(tx: Tx, { tenantId, webAccountId }: OfWebAccount): Promise<void> {
  await tx.run('DELETE FROM step_up_proof WHERE tenant_id = $1 AND owner = $2', [tenantId, `web:${webAccountId}`]);
}
