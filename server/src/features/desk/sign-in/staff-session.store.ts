import type { Tx } from '../../../platform/database.ts';
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
};

/** Whose live session it is. The session counts as used at `nowMs` from then on. */
export async function useStaffSession(tx: Tx, asked: Asked): Promise<Staff | undefined> {
  const row = await tx.first<{ id: bigint; name: string; role: Role }>(
    `UPDATE staff_session s SET last_active_at = greatest(s.last_active_at, $4)
       FROM staff m
      WHERE s.tenant_id = $1 AND s.id = $2 AND s.token_hash = $3 AND s.revoked_at IS NULL AND s.ends_at > $4
        AND s.last_active_at > $5 AND m.tenant_id = s.tenant_id AND m.id = s.staff_id AND m.ended_at IS NULL
      RETURNING m.id, m.name, m.role`,
    [asked.tenantId, asked.id, asked.tokenHash, iso(asked.nowMs), iso(asked.nowMs - asked.idleMs)],
  );
  return row && { ...row, tenantId: asked.tenantId };
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
    `DELETE FROM staff_session WHERE tenant_id = $1 AND id IN
       (SELECT id FROM staff_session WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT $3
           FOR UPDATE SKIP LOCKED)`,
    [tenantId, iso(beforeMs), limit],
  );
}
