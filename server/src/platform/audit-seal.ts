import { createHash } from 'node:crypto';
import type { Database, Tx } from './database.ts';

/** A line of the record as the chain's hash covers it. */
export type AuditRow = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly object: string | null;
  readonly outcome: string;
  readonly request_id: string | null;
  readonly details: string;
};

/** The columns of AuditRow, the same text on every server and in every session's settings. */
export const AUDIT_COLUMNS = `a.id, a.tenant_id,
  to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  a.actor, a.action, a.object, a.outcome, a.request_id, a.details::text AS details`;

/** What the first seal of a tenant follows. */
export const FIRST_PREVIOUS: Buffer = Buffer.alloc(32);

/** SHA-256 of the previous hash and the row as a JSON array. */
export function sealOf(previous: Buffer, row: AuditRow): Buffer {
  const canonical = JSON.stringify([
    String(row.id),
    row.tenant_id,
    row.at,
    row.actor,
    row.action,
    row.object,
    row.outcome,
    row.request_id,
    row.details,
  ]);
  return createHash('sha256').update(previous).update(canonical, 'utf8').digest();
}

const BATCH = 1_000;
/** Transactions in flight may hold this many lower ids; no statement of theirs lives longer than seconds. */
const LOOK_BACK = 10_000;
/** One sealer at a time on a database, whichever server it runs in. */
const SEAL_LOCK = 0x73_65_61_6c;

/** Chains every committed line that is not chained yet. Answers how many; 0 also where another server is at it. */
export async function sealAudit(database: Database): Promise<number> {
  const tenants = await database.readShared((tx) => tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id'));
  let sealed = 0;
  for (const { id } of tenants) {
    let batch: number;
    do {
      batch = await database.transact(id, (tx) => sealBatch(tx, id));
      sealed += batch;
    } while (batch === BATCH);
  }
  return sealed;
}

async function sealBatch(tx: Tx, tenantId: number): Promise<number> {
  const lock = await tx.first<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [SEAL_LOCK]);
  if (!lock?.got) return 0;
  const last = await tx.first<{ seq: bigint; hash: Buffer }>(
    'SELECT seq, hash FROM audit_seal WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1',
    [tenantId],
  );
  const rows = await tx.query<AuditRow>(
    `SELECT ${AUDIT_COLUMNS}
       FROM audit_log a
      WHERE a.tenant_id = $1
        AND a.id > coalesce((SELECT max(audit_id) FROM audit_seal WHERE tenant_id = $1), 0) - $2
        AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.audit_id = a.id)
      ORDER BY a.id LIMIT $3`,
    [tenantId, LOOK_BACK, BATCH],
  );
  if (rows.length === 0) return 0;
  const chain = chainOf(last?.hash ?? FIRST_PREVIOUS, rows);
  await tx.run(
    `INSERT INTO audit_seal (tenant_id, seq, audit_id, previous, hash)
     SELECT $1, $2::bigint + n, id, previous, hash
       FROM unnest($3::bigint[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS t(id, previous, hash, n)`,
    [
      tenantId,
      last?.seq ?? 0n,
      chain.map(({ id }) => id),
      chain.map(({ previous }) => previous),
      chain.map(({ hash }) => hash),
    ],
  );
  return rows.length;
}

function chainOf(start: Buffer, rows: readonly AuditRow[]): { id: bigint; previous: Buffer; hash: Buffer }[] {
  let previous = start;
  return rows.map((row) => {
    const link = { id: row.id, previous, hash: sealOf(previous, row) };
    previous = link.hash;
    return link;
  });
}
