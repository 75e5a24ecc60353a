import type { Tx } from '../../../platform/database/database.ts';
import type { Staff } from '../desk-command.ts';
import type { Role } from '../staff/role.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type NewStaffSession = {
  readonly id: string;
  readonly tenantId: number;
  readonly staffId: bigint;
  readonly tokenHash: Buffer;
  readonly nowMs: number;
  readonly endsAtMs: number;
};

export async function addStaffSession(tx: Tx, session: NewStaffSession): Promise<void> {
  await tx.run(
    `INSERT INTO staff_session (id, tenant_id, staff_id, token_hash, created_at, last_active_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    [session.id, session.tenantId, session.staffId, session.tokenHash, iso(session.nowMs), iso(session.endsAtMs)],
  );
}

type Asked = {
  readonly tenantId: number;
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly nowMs: number;
  readonly idleMs: number;
  /** Asked by a page without a person: the session is not prolonged. */
  readonly isUnattended: boolean;
};

export type UsedSession = {
  readonly staff: Staff;
  readonly fullName: string;
  readonly programme: string;
  readonly lastActiveMs: number;
  readonly endsAtMs: number;
};

type Used = {
  readonly id: bigint;
  readonly name: string;
  readonly role: Role;
  readonly full_name: string;
  readonly programme: string;
  readonly last_active_at: string;
  readonly ends_at: string;
};

/** The member of a live session. A call by a person prolongs the session from `nowMs`. */
export async function useStaffSession(tx: Tx, asked: Asked): Promise<UsedSession | undefined> {
  const row = await tx.first<Used>(
    `UPDATE staff_session s SET last_active_at = CASE WHEN $6 THEN s.last_active_at ELSE greatest(s.last_active_at, $4) END
       FROM staff m JOIN tenant t ON t.id = m.tenant_id
      WHERE s.tenant_id = $1 AND s.id = $2 AND s.token_hash = $3 AND s.revoked_at IS NULL AND s.ends_at > $4
        AND s.last_active_at > $5 AND m.tenant_id = s.tenant_id AND m.id = s.staff_id AND m.ended_at IS NULL
      RETURNING m.id, m.name, m.role, m.full_name, t.name AS programme, s.last_active_at, s.ends_at`,
    [asked.tenantId, asked.id, asked.tokenHash, iso(asked.nowMs), iso(asked.nowMs - asked.idleMs), asked.isUnattended],
  );
  if (!row) return undefined;
  const { id, name, role, full_name: fullName, programme } = row;
  return {
    staff: { id, name, role, tenantId: asked.tenantId },
    fullName,
    programme,
    lastActiveMs: Date.parse(row.last_active_at),
    endsAtMs: Date.parse(row.ends_at),
  };
}

/** Ends one session of a member of staff, or all of them where none is named. */
export async function revokeStaffSessions(
  tx: Tx,
  tenantId: number,
  ended: { readonly staffId: bigint; readonly sessionId?: string; readonly nowMs: number },
): Promise<void> {
  await tx.run(
    `UPDATE staff_session SET revoked_at = $4
      WHERE tenant_id = $1 AND staff_id = $2 AND ($3::uuid IS NULL OR id = $3) AND revoked_at IS NULL`,
    [tenantId, ended.staffId, ended.sessionId ?? null, iso(ended.nowMs)],
  );
}

/** Deletes some of the sessions that ended before a moment. Answers how many. */
export function deleteEndedStaffSessions(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM staff_session WHERE tenant_id = $1 AND id = ANY
       (ARRAY(SELECT id FROM staff_session WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT $3
           FOR UPDATE SKIP LOCKED))`,
    [tenantId, iso(beforeMs), limit],
  );
}
