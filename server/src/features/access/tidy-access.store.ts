import type { Tx } from '../../platform/database.ts';

/** Rows that a step deletes at once, so that nobody waits long for one. */
const BATCH = 500;

const iso = (ms: number) => new Date(ms).toISOString();

/** Moments of the security clock before which each kind of row is of no more use. */
export type Horizons = {
  readonly sessionsEndedBefore: number;
  readonly guardsQuietSince: number;
  readonly requestsBefore: number;
  readonly now: number;
};

export async function listTenantIds(tx: Tx): Promise<number[]> {
  return (await tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id')).map(({ id }) => id);
}

/**
 * Deletes some of what has ended. Answers whether there may be more. A guard that waits for a new code
 * stays: only that code may open it.
 */
export async function deleteEnded(tx: Tx, tenantId: number, horizons: Horizons): Promise<boolean> {
  const deleted = [
    await tx.run(
      `DELETE FROM session WHERE tenant_id = $1 AND id IN
         (SELECT id FROM session WHERE tenant_id = $1 AND ends_at < $2 ORDER BY ends_at LIMIT ${BATCH}
             FOR UPDATE SKIP LOCKED)`,
      [tenantId, iso(horizons.sessionsEndedBefore)],
    ),
    await tx.run(
      `DELETE FROM sign_in_guard WHERE tenant_id = $1 AND ctid IN
         (SELECT ctid FROM sign_in_guard
           WHERE tenant_id = $1 AND NOT needs_new_code AND day_started_at < $2
             AND (locked_until IS NULL OR locked_until < $2) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [tenantId, iso(horizons.guardsQuietSince)],
    ),
    await tx.run(
      `DELETE FROM remembered_user WHERE tenant_id = $1 AND ctid IN
         (SELECT ctid FROM remembered_user
           WHERE tenant_id = $1 AND ends_at <= $2 ORDER BY ends_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [tenantId, iso(horizons.now)],
    ),
    await tx.run(
      `DELETE FROM passkey_challenge WHERE tenant_id = $1 AND ctid IN
         (SELECT ctid FROM passkey_challenge
           WHERE tenant_id = $1 AND ends_at <= $2 ORDER BY ends_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [tenantId, iso(horizons.now)],
    ),
    await tx.run(
      `DELETE FROM code_request WHERE tenant_id = $1 AND ctid IN
         (SELECT ctid FROM code_request WHERE tenant_id = $1 AND at < $2 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [tenantId, iso(horizons.requestsBefore)],
    ),
  ];
  return deleted.includes(BATCH);
}

/** Deletes the counts of addresses whose minute is long over. */
export async function deleteOldAttempts(tx: Tx, beforeMs: number): Promise<void> {
  await tx.run('DELETE FROM address_attempt WHERE started_at < $1', [iso(beforeMs)]);
}
