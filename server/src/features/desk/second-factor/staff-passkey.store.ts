import type { Tx } from '../../../platform/database/database.ts';
import type { Role } from '../staff/role.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type NewStaffPasskey = {
  readonly id: string;
  readonly staffId: bigint;
  readonly rpId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  readonly nowMs: number;
};

/** False: a passkey with this credential exists, of any member. */
export async function addStaffPasskey(tx: Tx, tenantId: number, passkey: NewStaffPasskey): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO staff_passkey (id, tenant_id, staff_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (tenant_id, credential_id) DO NOTHING`,
    [
      passkey.id,
      tenantId,
      passkey.staffId,
      passkey.credentialId,
      passkey.rpId,
      passkey.publicKey,
      passkey.counter,
      passkey.name,
      iso(passkey.nowMs),
    ],
  );
  return added === 1;
}

/** Passkeys of a member, the oldest first. */
export function listStaffPasskeys(
  tx: Tx,
  tenantId: number,
  staffId: bigint,
): Promise<{ readonly credential_id: Buffer; readonly rp_id: string }[]> {
  return tx.query(
    'SELECT credential_id, rp_id FROM staff_passkey WHERE tenant_id = $1 AND staff_id = $2 ORDER BY added_at, id',
    [tenantId, staffId],
  );
}

export type StaffPasskey = {
  readonly id: string;
  readonly public_key: Buffer;
  readonly staff_id: bigint;
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
  /** timestamptz as text; null: access does not end by itself. */
  readonly access_ends_at: string | null;
  readonly ended_at: string | null;
};

const OF_MEMBER = `staff_passkey p JOIN staff m ON m.tenant_id = p.tenant_id AND m.id = p.staff_id
  AND m.ended_at IS NULL AND m.password_hash IS NOT NULL`;

/** The passkey of a member who has not left. */
export function findStaffPasskey(
  tx: Tx,
  tenantId: number,
  asked: { readonly rpId: string; readonly credentialId: Buffer; readonly handle: Buffer },
): Promise<StaffPasskey | undefined> {
  return tx.first<StaffPasskey>(
    `SELECT p.id, p.public_key, p.staff_id, m.name, m.full_name, m.role, m.ended_at, m.access_ends_at FROM ${OF_MEMBER}
      WHERE p.tenant_id = $1 AND p.credential_id = $2 AND p.rp_id = $3 AND m.passkey_handle = $4`,
    [tenantId, asked.credentialId, asked.rpId, asked.handle],
  );
}

/**
 * Counter of a passkey whose member has not left. Both are locked, so that the second of two concurrent answers sees
 * the counter of the first.
 */
export async function lockStaffPasskeyCounter(tx: Tx, tenantId: number, id: string): Promise<bigint | undefined> {
  const row = await tx.first<{ counter: bigint }>(
    `SELECT p.counter FROM ${OF_MEMBER} WHERE p.tenant_id = $1 AND p.id = $2 FOR NO KEY UPDATE OF p, m`,
    [tenantId, id],
  );
  return row?.counter;
}

export async function saveStaffPasskeyUse(
  tx: Tx,
  tenantId: number,
  { id, counter, nowMs }: { readonly id: string; readonly counter: number; readonly nowMs: number },
): Promise<void> {
  await tx.run('UPDATE staff_passkey SET counter = $3, last_used_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    counter,
    iso(nowMs),
  ]);
}

/** The member as authenticators know them; `handle` becomes theirs where they have none. */
export async function readPasskeyHandle(tx: Tx, tenantId: number, staffId: bigint, handle: Buffer): Promise<Buffer> {
  const row = await tx.first<{ passkey_handle: Buffer }>(
    `UPDATE staff SET passkey_handle = coalesce(passkey_handle, $3) WHERE tenant_id = $1 AND id = $2
     RETURNING passkey_handle`,
    [tenantId, staffId, handle],
  );
  if (!row) throw new Error('a member of staff is gone');
  return row.passkey_handle;
}

/** Notes that a challenge was answered, until it ends. False: it was answered before. */
export async function takeStaffChallenge(
  tx: Tx,
  tenantId: number,
  { challenge, endsAtMs }: { readonly challenge: Buffer; readonly endsAtMs: number },
): Promise<boolean> {
  const noted = await tx.run(
    'INSERT INTO staff_challenge (tenant_id, challenge, ends_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tenantId, challenge, iso(endsAtMs)],
  );
  return noted === 1;
}
