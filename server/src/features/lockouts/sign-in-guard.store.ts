import type { Tx } from '../../platform/database/database.ts';
import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { GuardKind } from '../../config/sign-in-settings.ts';
import { type Guard, NO_FAILURES } from './sign-in-guard.domain.ts';

export type GuardKey = {
  readonly tenantId: number;
  readonly brandId: number;
  /** Staff guards are in a separate table, because they belong to no brand. */
  readonly kind: Exclude<GuardKind, 'staff'>;
  readonly identifierHash: Buffer;
};

type Row = {
  failures: number;
  day_failures: number;
  day_started_at: string;
  locks: number;
  locked_until: string | null;
};

/**
 * State under this key, locked until the transaction ends, so concurrent guesses are judged in order. An advisory lock,
 * because there may be no row yet.
 */
export async function lockGuard(tx: Tx, key: GuardKey): Promise<Guard> {
  const lock = tx.first('SELECT pg_advisory_xact_lock($1)', [key.identifierHash.readBigInt64BE()]);
  // Sent together with the lock, the query sees everything committed before the lock was granted.
  const [guard] = await Promise.all([readGuard(tx, key), lock]);
  return guard;
}

/** State under this key without a lock, for callers that judge no guess. */
export async function readGuard(tx: Tx, key: GuardKey): Promise<Guard> {
  const [guard = NO_FAILURES] = await readGuards(tx, key.tenantId, [key]);
  return guard;
}

const READ = `
SELECT asked.n::integer AS n, g.failures, g.day_failures, g.day_started_at, g.locks, g.locked_until
  FROM unnest($2::integer[], $3::text[], $4::bytea[]) WITH ORDINALITY AS asked (brand_id, kind, identifier_hash, n)
 CROSS JOIN LATERAL (
   SELECT * FROM sign_in_guard
    WHERE tenant_id = $1 AND brand_id = asked.brand_id AND kind = asked.kind AND identifier_hash = asked.identifier_hash
    ${KEEP_APART}) AS g`;

/** State under each of these keys of a tenant, without a lock. */
export async function readGuards(tx: Tx, tenantId: number, keys: readonly GuardKey[]): Promise<Guard[]> {
  const rows = await tx.query<Row & { readonly n: number }>(READ, [
    tenantId,
    keys.map(({ brandId }) => brandId),
    keys.map(({ kind }) => kind),
    keys.map(({ identifierHash }) => identifierHash),
  ]);
  const found = new Map(rows.map((row) => [row.n, row]));
  // The ordinality of PostgreSQL starts at 1.
  return keys.map((_key, index) => guardOf(found.get(index + 1)));
}

function guardOf(row: Row | undefined): Guard {
  if (!row) return NO_FAILURES;
  return {
    failures: row.failures,
    dayFailures: row.day_failures,
    dayStartedAt: Date.parse(row.day_started_at),
    locks: row.locks,
    lockedUntil: row.locked_until === null ? null : Date.parse(row.locked_until),
  };
}

/** Saves the state with a deferred statement. Without failures the row is deleted. */
export function saveGuard(tx: Tx, key: GuardKey, guard: Guard): void {
  const { tenantId, brandId, kind, identifierHash } = key;
  if (guard.failures === 0 && guard.dayFailures === 0 && guard.locks === 0 && guard.lockedUntil === null) {
    tx.later(
      'DELETE FROM sign_in_guard WHERE tenant_id = $1 AND brand_id = $2 AND kind = $3 AND identifier_hash = $4',
      [tenantId, brandId, kind, identifierHash],
    );
    return;
  }
  tx.later(
    `INSERT INTO sign_in_guard (tenant_id, brand_id, kind, identifier_hash, failures, day_failures, day_started_at,
                                locks, locked_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (brand_id, kind, identifier_hash) DO UPDATE
       SET failures = excluded.failures, day_failures = excluded.day_failures,
           day_started_at = excluded.day_started_at, locks = excluded.locks,
           locked_until = excluded.locked_until`,
    [
      tenantId,
      brandId,
      kind,
      identifierHash,
      guard.failures,
      guard.dayFailures,
      new Date(guard.dayStartedAt).toISOString(),
      guard.locks,
      guard.lockedUntil === null ? null : new Date(guard.lockedUntil).toISOString(),
    ],
  );
}
