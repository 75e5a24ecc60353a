import type { Tx } from '../../../platform/database/database.ts';
import type { Role } from './role.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type StaffRow = {
  readonly id: bigint;
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
  readonly password_hash: string | null;
  readonly set_up_hash: Buffer | null;
  readonly set_up_ends_at: string | null;
  readonly ended_at: string | null;
  /** timestamptz as text; null: access does not end by itself. */
  readonly access_ends_at: string | null;
};

const COLUMNS = 'id, name, full_name, role, password_hash, set_up_hash, set_up_ends_at, ended_at, access_ends_at';

/** Whether a member was not ended, and their access has not ended by itself. */
export function hasAccess(
  { ended_at: endedAt, access_ends_at: endsAt }: Pick<StaffRow, 'ended_at' | 'access_ends_at'>,
  nowMs: number,
): boolean {
  return endedAt === null && (endsAt === null || Date.parse(endsAt) > nowMs);
}

export async function isTenant(tx: Tx, tenantId: number): Promise<boolean> {
  return (await tx.first('SELECT id FROM tenant WHERE id = $1', [tenantId])) !== undefined;
}

/** Name of the programme. */
export async function readTenantName(tx: Tx, tenantId: number): Promise<string> {
  const row = await tx.first<{ name: string }>('SELECT name FROM tenant WHERE id = $1', [tenantId]);
  if (!row) throw new Error(`there is no tenant ${tenantId}`);
  return row.name;
}

export function findStaff(tx: Tx, tenantId: number, name: string): Promise<StaffRow | undefined> {
  return tx.first<StaffRow>(`SELECT ${COLUMNS} FROM staff WHERE tenant_id = $1 AND name = $2`, [tenantId, name]);
}

/** Everybody who ever was a member, so that old requests can be read. */
export function listStaff(tx: Tx, tenantId: number): Promise<StaffRow[]> {
  return tx.query<StaffRow>(`SELECT ${COLUMNS} FROM staff WHERE tenant_id = $1 ORDER BY name`, [tenantId]);
}

/** How a member who has no password yet may set one. */
export type SetUp = { readonly hash: Buffer; readonly endsAtMs: number };

export type NewStaff = {
  readonly tenantId: number;
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash?: string | undefined;
  readonly setUp?: SetUp | undefined;
  /** When access ends by itself. */
  readonly accessEndsAtMs?: number | undefined;
  readonly nowMs: number;
};

/** Adds a member of staff; undefined if the name is taken. */
export async function addStaff(tx: Tx, staff: NewStaff): Promise<bigint | undefined> {
  const row = await tx.first<{ id: bigint }>(
    `INSERT INTO staff (tenant_id, name, full_name, role, password_hash, set_up_hash, set_up_ends_at, created_at, access_ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
    [
      staff.tenantId,
      staff.name,
      staff.fullName,
      staff.role,
      staff.passwordHash ?? null,
      staff.setUp?.hash ?? null,
      staff.setUp ? iso(staff.setUp.endsAtMs) : null,
      iso(staff.nowMs),
      staff.accessEndsAtMs === undefined ? null : iso(staff.accessEndsAtMs),
    ],
  );
  return row?.id;
}

/** A member of staff, locked until the transaction ends. */
export function lockStaff(tx: Tx, tenantId: number, name: string): Promise<StaffRow | undefined> {
  return tx.first<StaffRow>(`SELECT ${COLUMNS} FROM staff WHERE tenant_id = $1 AND name = $2 FOR NO KEY UPDATE`, [
    tenantId,
    name,
  ]);
}

/** Removes a member's password. The member sets another one with the code of `setUp`. */
export async function saveSetUp(tx: Tx, tenantId: number, id: bigint, setUp: SetUp): Promise<void> {
  await tx.run(
    `UPDATE staff SET password_hash = NULL, set_up_hash = $3, set_up_ends_at = $4 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, setUp.hash, iso(setUp.endsAtMs)],
  );
}

/** Sets a password and uses up the set-up code. */
export async function savePassword(tx: Tx, tenantId: number, id: bigint, passwordHash: string): Promise<void> {
  // An enrolment that was begun with the former password ends.
  await tx.run('DELETE FROM staff_enrolment WHERE tenant_id = $1 AND staff_id = $2', [tenantId, id]);
  await tx.run(
    `UPDATE staff SET password_hash = $3, set_up_hash = NULL, set_up_ends_at = NULL WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, passwordHash],
  );
}

export async function endStaff(tx: Tx, tenantId: number, id: bigint, nowMs: number): Promise<void> {
  await tx.run('UPDATE staff SET ended_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, iso(nowMs)]);
}

/**
 * How many members may approve. The tenant's row is locked until the transaction ends, so that of two concurrent counts
 * the second one includes what the first has added. Undefined if there is no such tenant.
 */
export async function lockManagers(tx: Tx, tenantId: number): Promise<number | undefined> {
  if (!(await tx.first('SELECT id FROM tenant WHERE id = $1 FOR NO KEY UPDATE', [tenantId]))) return undefined;
  const row = await tx.first<{ managers: number }>(
    `SELECT count(*)::int AS managers FROM staff WHERE tenant_id = $1 AND role = 'manager' AND ended_at IS NULL`,
    [tenantId],
  );
  return row?.managers;
}
