import type { WayInKind } from '@wattle/contract/account-check/account-check.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A way to sign in, or something that remembers its user. Instants as text. */
export type WayInRow = {
  readonly kind: WayInKind;
  readonly id: string;
  readonly name: string | null;
  readonly user_agent: string | null;
  readonly added_at: string;
  readonly last_used_at: string | null;
};

// Secrets of devices are stored as keyed hashes. Half of one identifies a row to its owner.
const ALL = `
SELECT 'passkey' AS kind, id::text AS id, name, NULL AS user_agent, coalesce(made_at, added_at) AS added_at, last_used_at
  FROM passkey WHERE tenant_id = $1 AND web_account_id = $2
UNION ALL
SELECT 'passcode', encode(substr(secret_hash, 1, 16), 'hex'), NULL, user_agent, set_at, NULL
  FROM device_passcode WHERE tenant_id = $1 AND web_account_id = $2
UNION ALL
SELECT 'browser', encode(substr(secret_hash, 1, 16), 'hex'), NULL, NULL, created_at, NULL
  FROM remembered_user WHERE tenant_id = $1 AND web_account_id = $2 AND ends_at > $3
UNION ALL
SELECT 'device', id::text, CASE WHEN name <> '' THEN name ELSE nullif(model, '') END, NULL, registered_at, seen_at
  FROM device WHERE tenant_id = $1 AND web_account_id = $2 AND registered_at IS NOT NULL`;

/** Sign-in methods of a web account beside its password, and remembered users, oldest first. Security time. */
export function listWaysIn(tx: Tx, tenantId: number, webAccountId: bigint, nowMs: number): Promise<WayInRow[]> {
  const values = [tenantId, webAccountId, new Date(nowMs).toISOString()];
  return tx.query<WayInRow>(`SELECT * FROM (${ALL}) AS way ORDER BY added_at, kind, id`, values);
}

const WHERE: Readonly<Record<WayInKind, string>> = {
  passkey: 'passkey WHERE tenant_id = $1 AND web_account_id = $2 AND id::text = $3',
  passcode: `device_passcode WHERE tenant_id = $1 AND web_account_id = $2 AND encode(substr(secret_hash, 1, 16), 'hex') = $3`,
  browser: `remembered_user WHERE tenant_id = $1 AND web_account_id = $2 AND encode(substr(secret_hash, 1, 16), 'hex') = $3`,
  device: 'device WHERE tenant_id = $1 AND web_account_id = $2 AND id::text = $3',
};

/** Deletes one of them. False if the web account has none with this id. */
export async function deleteWayIn(
  tx: Tx,
  { tenantId, webAccountId }: { readonly tenantId: number; readonly webAccountId: bigint },
  { kind, id }: { readonly kind: WayInKind; readonly id: string },
): Promise<boolean> {
  return (await tx.run(`DELETE FROM ${WHERE[kind]}`, [tenantId, webAccountId, id])) > 0;
}
