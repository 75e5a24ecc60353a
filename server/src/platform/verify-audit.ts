import type { Tx } from './database.ts';
import { AUDIT_COLUMNS, FIRST_PREVIOUS, sealOf } from './audit-seal.ts';
import type { AuditRow } from './audit-seal.ts';

/** What the check needs of a transaction: reading. */
export type AuditReader = Pick<Tx, 'query' | 'first'>;

export type AuditFindings = {
  readonly sealed: number;
  /** Lines that wait for the sealer; it passes every second while a server runs. */
  readonly unsealed: number;
  /** What is broken, the first MOST_FAULTS; empty when the chain holds. */
  readonly faults: readonly AuditFault[];
};

export type AuditFault = {
  readonly invariant: 'audit-chain' | 'audit-passed-over';
  /** `tenant 1, seal 2` */
  readonly where: string;
  readonly detail: string;
};

const PAGE = 5_000;
/** A line that is this much older than the newest sealed one was passed over, not just late. */
const LAG_LIMIT = '5 minutes';
const MOST_FAULTS = 100;

/** Follows every tenant's chain from its first line. `tx` must see all tenants' rows. */
export async function verifyAudit(tx: AuditReader): Promise<AuditFindings> {
  const faults: AuditFault[] = [];
  let sealed = 0;
  const tenants = await tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id');
  for (const { id } of tenants) sealed += await verifyChain(tx, id, faults);
  const waiting = await tx.first<{ unsealed: bigint; late: bigint }>(`
    SELECT count(*) AS unsealed,
           count(*) FILTER (WHERE a.at < newest.at - interval '${LAG_LIMIT}') AS late
      FROM audit_log a
      LEFT JOIN audit_seal s ON s.audit_id = a.id
      LEFT JOIN (SELECT l.tenant_id, max(l.at) AS at FROM audit_log l JOIN audit_seal k ON k.audit_id = l.id
                  GROUP BY l.tenant_id) newest ON newest.tenant_id = a.tenant_id
     WHERE s.audit_id IS NULL`);
  if (waiting && waiting.late > 0n) {
    const detail = `${waiting.late} lines were passed over by the sealer`;
    faults.push({ invariant: 'audit-passed-over', where: 'all tenants', detail });
  }
  return { sealed, unsealed: Number(waiting?.unsealed ?? 0n), faults };
}

type SealedRow = AuditRow & {
  readonly seq: bigint;
  readonly audit_id: bigint;
  readonly previous: Buffer;
  readonly hash: Buffer;
};

async function verifyChain(tx: AuditReader, tenantId: number, faults: AuditFault[]): Promise<number> {
  let previous = FIRST_PREVIOUS;
  let expected = 1n;
  let count = 0;
  for (;;) {
    const rows: SealedRow[] = await tx.query<SealedRow>(
      `SELECT s.seq, s.audit_id, s.previous, s.hash, ${AUDIT_COLUMNS}
         FROM audit_seal s LEFT JOIN audit_log a ON a.id = s.audit_id
        WHERE s.tenant_id = $1 AND s.seq >= $2 ORDER BY s.seq LIMIT $3`,
      [tenantId, expected, PAGE],
    );
    for (const row of rows) {
      const where = `tenant ${tenantId}, seal ${row.seq}`;
      const detail = faultOf(row, expected, previous);
      if (detail && faults.length < MOST_FAULTS) faults.push({ invariant: 'audit-chain', where, detail });
      previous = row.hash;
      expected = row.seq + 1n;
      count += 1;
    }
    if (rows.length < PAGE) return count;
  }
}

function faultOf(row: SealedRow, expected: bigint, previous: Buffer): string | undefined {
  if (row.seq !== expected) return `follows a gap, ${expected} is missing`;
  if (!row.previous.equals(previous)) return 'does not follow the one before it';
  if (row.id === null) return `its line ${row.audit_id} is gone`;
  if (!sealOf(row.previous, row).equals(row.hash)) return `line ${row.id} was changed after it had been sealed`;
  return undefined;
}
