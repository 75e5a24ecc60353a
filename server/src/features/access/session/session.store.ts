import type { Scope } from '@wattle/contract/operation.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type NewSession = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly scope: Scope;
  readonly cardId: bigint | null;
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
  readonly subjectHash: Buffer | null;
  readonly userAgent: string;
  /** Where it was opened. */
  readonly address: string | null;
  /** True: it was opened by a password or passkey. */
  readonly isProved: boolean;
  /** Security clock. */
  readonly now: number;
  readonly endsAt: number;
};

const iso = (ms: number) => new Date(ms).toISOString();

/** Adds a session, without waiting for the result. */
export function addSession(tx: Tx, session: NewSession): void {
  tx.later(
    `INSERT INTO session (id, tenant_id, brand_id, scope, web_account_id, card_id, holder_id,
                          created_at, last_active_at, refreshed_at, ends_at, user_agent, subject_hash, proved_at, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9, $10, $11, $12, $13)`,
    [
      session.id,
      session.tenantId,
      session.brandId,
      session.scope,
      session.webAccountId,
      session.cardId,
      session.holderId,
      iso(session.now),
      iso(session.endsAt),
      session.userAgent,
      session.subjectHash,
      session.isProved ? iso(session.now) : null,
      session.address,
    ],
  );
}

export type LockedSession = {
  readonly id: string;
  readonly brandId: number;
  readonly scope: Scope;
  readonly generation: number;
  readonly refreshedAt: number;
  readonly lastActiveAt: number;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly isRevoked: boolean;
  /** Name of its user in the audit log. */
  readonly actor: string;
};

type Row = {
  id: string;
  brand_id: number;
  scope: Scope;
  refresh_generation: number;
  refreshed_at: string;
  last_active_at: string;
  created_at: string;
  ends_at: string;
  is_revoked: boolean;
  actor: string;
};

/** The session, locked, so that the second of two concurrent refreshes sees the first. */
export async function lockSession(tx: Tx, tenantId: number, id: string): Promise<LockedSession | undefined> {
  const row = await tx.first<Row>(
    `SELECT id, brand_id, scope, refresh_generation, refreshed_at, last_active_at, created_at, ends_at,
            revoked_at IS NOT NULL AS is_revoked,
            CASE WHEN scope IN ('cardaccess', 'accountnumber', 'verifyactivation') THEN 'visitor'
                 WHEN scope = 'view' THEN (SELECT 'staff:' || v.staff_id FROM account_view v
                                            WHERE v.tenant_id = session.tenant_id AND v.id = session.id)
                 ELSE coalesce('web:' || web_account_id, 'card:' || card_id) END AS actor
       FROM session WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [tenantId, id],
  );
  return (
    row && {
      id: row.id,
      brandId: row.brand_id,
      scope: row.scope,
      generation: row.refresh_generation,
      refreshedAt: Date.parse(row.refreshed_at),
      lastActiveAt: Date.parse(row.last_active_at),
      createdAt: Date.parse(row.created_at),
      endsAt: Date.parse(row.ends_at),
      isRevoked: row.is_revoked,
      actor: row.actor,
    }
  );
}

/** Saves a refresh: `refreshedAt` by the shared clock, the other times by the security clock. */
export async function saveRefresh(
  tx: Tx,
  tenantId: number,
  session: Pick<LockedSession, 'id' | 'generation' | 'refreshedAt' | 'lastActiveAt' | 'endsAt'>,
): Promise<void> {
  await tx.run(
    `UPDATE session SET refresh_generation = $3, refreshed_at = $4, last_active_at = $5, ends_at = $6
      WHERE tenant_id = $1 AND id = $2`,
    [
      tenantId,
      session.id,
      session.generation,
      iso(session.refreshedAt),
      iso(session.lastActiveAt),
      iso(session.endsAt),
    ],
  );
}

/** Ends a session. All its tokens are invalid from the next call on. */
export async function revokeSession(
  tx: Tx,
  tenantId: number,
  id: string,
  nowMs: number,
  because: string,
): Promise<void> {
  await tx.run(
    `UPDATE session SET revoked_at = $3, revoked_because = $4
      WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL`,
    [tenantId, id, iso(nowMs), because],
  );
}

/** Whether a session was ended. */
export async function isSessionEnded(tx: Tx, tenantId: number, id: string): Promise<boolean> {
  const sql = 'SELECT FROM session WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL';
  return (await tx.first(sql, [tenantId, id])) === undefined;
}

/** Ends the sessions of a web account except the current one, and returns their ids. */
export async function revokeOtherSessions(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { exceptId, nowMs, because }: { readonly exceptId: string; readonly nowMs: number; readonly because: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE session SET revoked_at = $3, revoked_because = $5
      WHERE tenant_id = $1 AND web_account_id = $2 AND revoked_at IS NULL AND id <> $4
      RETURNING id`,
    [tenantId, webAccountId, iso(nowMs), exceptId, because],
  );
  return rows.map(({ id }) => id);
}

/** Ends all sessions of a web account and returns their ids. */
export async function revokeAllSessions(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { nowMs, because }: { readonly nowMs: number; readonly because: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE session SET revoked_at = $3, revoked_because = $4
      WHERE tenant_id = $1 AND web_account_id = $2 AND revoked_at IS NULL
      RETURNING id`,
    [tenantId, webAccountId, iso(nowMs), because],
  );
  return rows.map(({ id }) => id);
}
