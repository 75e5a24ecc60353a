import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { type Guard, NO_FAILURES } from '../../lockouts/public.ts';

type Named = { readonly tenantId: number; readonly name: string };

/** Keyed hash under which failed sign-ins of a name are counted. */
export function staffNameHash(secrets: Secrets, { tenantId, name }: Named): Buffer {
  return secrets.identifierHash('staff', `${tenantId}:${name}`);
}

type Row = { failures: number; locks: number; locked_until: string | null };

/**
 * State of failed sign-ins under a name, locked until the transaction ends. An advisory lock,
 * because there may be no row yet.
 */
export async function lockStaffGuard(tx: Tx, tenantId: number, nameHash: Buffer): Promise<Guard> {
  await tx.first('SELECT pg_advisory_xact_lock($1)', [nameHash.readBigInt64BE()]);
  const row = await tx.first<Row>(
    'SELECT failures, locks, locked_until FROM staff_guard WHERE tenant_id = $1 AND name_hash = $2',
    [tenantId, nameHash],
  );
  if (!row) return NO_FAILURES;
  const { failures, locks, locked_until } = row;
  return { ...NO_FAILURES, failures, locks, lockedUntil: locked_until === null ? null : Date.parse(locked_until) };
}

/** Stores the failed sign-ins of a name at `nowMs`. A name without failures has no row. */
export async function saveStaffGuard(
  tx: Tx,
  tenantId: number,
  nameHash: Buffer,
  guard: Guard,
  nowMs: number,
): Promise<void> {
  if (guard.failures === 0 && guard.locks === 0) {
    await tx.run('DELETE FROM staff_guard WHERE tenant_id = $1 AND name_hash = $2', [tenantId, nameHash]);
    return;
  }
  await tx.run(
    `INSERT INTO staff_guard (tenant_id, name_hash, failures, locks, locked_until, counted_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, name_hash) DO UPDATE
       SET failures = excluded.failures, locks = excluded.locks, locked_until = excluded.locked_until,
           counted_at = excluded.counted_at`,
    [
      tenantId,
      nameHash,
      guard.failures,
      guard.locks,
      guard.lockedUntil === null ? null : new Date(guard.lockedUntil).toISOString(),
      new Date(nowMs).toISOString(),
    ],
  );
}

/** Forgets the failed sign-ins of a name. */
export async function forgiveStaff(tx: Tx, secrets: Secrets, named: Named, nowMs: number): Promise<void> {
  const nameHash = staffNameHash(secrets, named);
  await lockStaffGuard(tx, named.tenantId, nameHash);
  await saveStaffGuard(tx, named.tenantId, nameHash, NO_FAILURES, nowMs);
}

/** Deletes some of the counts that nothing was added to since a moment. Answers how many. */
export function deleteQuietGuards(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM staff_guard WHERE tenant_id = $1 AND name_hash = ANY
       (ARRAY(SELECT name_hash FROM staff_guard WHERE tenant_id = $1 AND counted_at < $2 LIMIT $3 FOR UPDATE SKIP LOCKED))`,
    [tenantId, new Date(beforeMs).toISOString(), limit],
  );
}
