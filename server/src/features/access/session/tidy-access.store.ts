import type { Tx } from '../../../platform/database/database.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/** Security times before which each kind of row is obsolete. */
export type Horizons = {
  readonly sessionsEndedBefore: number;
  readonly guardsQuietSince: number;
  readonly requestsBefore: number;
  readonly now: number;
};

/** Deletes obsolete rows, at most `limit` of each kind. Returns whether there may be more. */
export async function deleteEnded(tx: Tx, tenantId: number, horizons: Horizons, limit: number): Promise<boolean> {
  const deleted = [
    await tx.run(
      `DELETE FROM session WHERE tenant_id = $1 AND id = ANY
         (ARRAY(SELECT id FROM session WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT $3
             FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.sessionsEndedBefore), limit],
    ),
    await tx.run(
      `DELETE FROM sign_in_guard WHERE tenant_id = $1 AND ctid = ANY
         (ARRAY(SELECT ctid FROM sign_in_guard
           WHERE tenant_id = $1 AND day_started_at < $2
             AND (locked_until IS NULL OR locked_until < $2) LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.guardsQuietSince), limit],
    ),
    await tx.run(
      `DELETE FROM remembered_user WHERE tenant_id = $1 AND ctid = ANY
         (ARRAY(SELECT ctid FROM remembered_user
           WHERE tenant_id = $1 AND ends_at <= $2 ORDER BY ends_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.now), limit],
    ),
    await tx.run(
      `DELETE FROM passkey_challenge WHERE tenant_id = $1 AND ctid = ANY
         (ARRAY(SELECT ctid FROM passkey_challenge
           WHERE tenant_id = $1 AND ends_at <= $2 ORDER BY ends_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.now), limit],
    ),
    await tx.run(
      `DELETE FROM step_up_proof WHERE tenant_id = $1 AND ctid = ANY
         (ARRAY(SELECT ctid FROM step_up_proof
           WHERE tenant_id = $1 AND ends_at <= $2 ORDER BY ends_at LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.now), limit],
    ),
    await tx.run(
      `DELETE FROM code_request WHERE tenant_id = $1 AND ctid = ANY
         (ARRAY(SELECT ctid FROM code_request WHERE tenant_id = $1 AND at < $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [tenantId, iso(horizons.requestsBefore), limit],
    ),
  ];
  return deleted.includes(limit);
}

/**
 * Deletes counts of addresses that began before a moment of the security clock, at most `limit`, and returns their
 * number.
 */
export function deleteOldAttempts(tx: Tx, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM address_attempt WHERE ctid = ANY
       (ARRAY(SELECT ctid FROM address_attempt WHERE started_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [iso(beforeMs), limit],
  );
}
