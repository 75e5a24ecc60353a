import type { Tx } from '../../../platform/database/database.ts';
import type { Role } from './role.domain.ts';

export type MemberRow = {
  readonly id: bigint;
  readonly name: string;
  readonly full_name: string;
  readonly role: Role;
  readonly has_password: boolean;
  /** timestamptz as text. */
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly access_ends_at: string | null;
  readonly passkeys: number;
  readonly has_app: boolean;
  readonly last_at: string | null;
  readonly sessions: number;
};

const IS_LIVE = 's.revoked_at IS NULL AND s.ends_at > $2 AND s.last_active_at > $3';

const MEMBERS = `
SELECT m.id, m.name, m.full_name, m.role, m.password_hash IS NOT NULL AS has_password, m.created_at, m.ended_at, m.access_ends_at,
       (SELECT count(*)::integer FROM staff_passkey p WHERE p.tenant_id = m.tenant_id AND p.staff_id = m.id) AS passkeys,
       EXISTS (SELECT FROM staff_totp t WHERE t.tenant_id = m.tenant_id AND t.staff_id = m.id) AS has_app,
       (SELECT max(s.last_active_at) FROM staff_session s WHERE s.tenant_id = m.tenant_id AND s.staff_id = m.id) AS last_at,
       (SELECT count(*)::integer FROM staff_session s
         WHERE s.tenant_id = m.tenant_id AND s.staff_id = m.id AND ${IS_LIVE}) AS sessions
  FROM staff m WHERE m.tenant_id = $1 ORDER BY m.ended_at IS NOT NULL, m.name`;

/** Moments that decide whether a session is live. */
export type Live = { readonly nowMs: number; readonly idleMs: number };

const moments = ({ nowMs, idleMs }: Live) => [new Date(nowMs), new Date(nowMs - idleMs)];

/** Everyone who is or was a member, with second factors and live sessions. */
export function listMembers(tx: Tx, tenantId: number, live: Live): Promise<MemberRow[]> {
  return tx.query(MEMBERS, [tenantId, ...moments(live)]);
}

export type LiveSession = {
  readonly id: string;
  readonly staff_id: bigint;
  readonly name: string;
  readonly full_name: string;
  readonly created_at: string;
  readonly last_active_at: string;
  readonly ends_at: string;
};

const SESSIONS = `
SELECT s.id::text, m.id AS staff_id, m.name, m.full_name, s.created_at, s.last_active_at, s.ends_at
  FROM staff_session s JOIN staff m ON m.tenant_id = s.tenant_id AND m.id = s.staff_id
 WHERE s.tenant_id = $1 AND ${IS_LIVE} AND m.ended_at IS NULL AND ($4::uuid IS NULL OR s.id = $4)
 ORDER BY s.last_active_at DESC LIMIT $5`;

/** Live sessions of staff, the last used first; one alone where it is named. */
export function listLiveSessions(
  tx: Tx,
  tenantId: number,
  live: Live,
  { id = null, most = 1 }: { readonly id?: string | null; readonly most?: number },
): Promise<LiveSession[]> {
  return tx.query(SESSIONS, [tenantId, ...moments(live), id, most]);
}

/** Gives a member another role. */
export async function saveRole(tx: Tx, tenantId: number, id: bigint, role: Role): Promise<void> {
  await tx.run('UPDATE staff SET role = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, role]);
}

/** Requests are approved by managers, and no one approves their own. */
export const LEAST_MANAGERS = 2;

/**
 * Members who may approve and whose access has no end, locked until the transaction ends: of two who are lowered at the
 * same time the second is counted without the first.
 */
export async function lockManagerRows(tx: Tx, tenantId: number): Promise<number> {
  const sql = `SELECT id FROM staff WHERE tenant_id = $1 AND role = 'manager' AND ended_at IS NULL AND access_ends_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  return (await tx.query(sql, [tenantId])).length;
}

/** Sets when a member's access ends, null: not by itself. Their sessions end by then as well. */
export async function saveAccessEnd(tx: Tx, tenantId: number, id: bigint, endsAtMs: number | null): Promise<void> {
  const endsAt = endsAtMs === null ? null : new Date(endsAtMs);
  await tx.run('UPDATE staff SET access_ends_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, endsAt]);
  await tx.run(
    `UPDATE staff_session SET ends_at = least(ends_at, $3)
      WHERE tenant_id = $1 AND staff_id = $2 AND revoked_at IS NULL AND $3::timestamptz IS NOT NULL`,
    [tenantId, id, endsAt],
  );
}
