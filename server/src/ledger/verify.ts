import { BELOW_FLOOR, INVARIANTS } from './invariants.ts';

/** A connection of the owner: it must see every tenant. A pg.Client or a client of a pool is one. */
export type OwnerConnection = {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
};

/** A place where an invariant does not hold. */
export type Finding = {
  /** Name in invariants.ts. */
  readonly invariant: string;
  /** Ids of the rows, `account 7, seq 3`. */
  readonly where: string;
  readonly detail: string;
};

export type LedgerReport = {
  readonly ok: boolean;
  readonly counts: {
    readonly accounts: bigint;
    readonly transfers: bigint;
    readonly entries: bigint;
    readonly holds: bigint;
  };
  /** How many places are broken, for each broken invariant. */
  readonly broken: ReadonlyMap<string, number>;
  /** The first FINDINGS_KEPT of each invariant. */
  readonly findings: readonly Finding[];
  /** For information: forced postings may leave an account under its floor. The first FINDINGS_KEPT. */
  readonly belowFloor: readonly Finding[];
  readonly belowFloorCount: number;
};

export type Progress = {
  readonly step: number;
  readonly steps: number;
  readonly invariant: string;
  readonly rule: string;
  /** Places where it is broken. */
  readonly broken: number;
};

/** A report names this many places of each kind and counts the rest. */
export const FINDINGS_KEPT = 100;

const ROWS_A_FETCH = 1000;

const COUNTS = `
SELECT (SELECT count(*) FROM ledger_account) AS accounts, (SELECT count(*) FROM transfer) AS transfers,
       (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM hold) AS holds`;

/**
 * Checks every invariant of the ledger in one snapshot, while the system runs. The database does
 * the sums; findings come through a cursor, so that memory stays the same however large the ledger
 * and however bad its state. Throws when the connection sees only one tenant.
 */
export async function verifyLedger(
  connection: OwnerConnection,
  onProgress: (progress: Progress) => void = () => {},
): Promise<LedgerReport> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // All rows of a cursor are fetched, so plan for all of them.
    await connection.query('SET LOCAL cursor_tuple_fraction = 1');
    await refuseOneTenantsView(connection);
    const [counts] = (await connection.query(COUNTS)).rows;
    const broken = new Map<string, number>();
    const findings: Finding[] = [];
    for (const [index, { name, rule, broken: sql }] of INVARIANTS.entries()) {
      const found = await collect(connection, name, sql);
      if (found.count > 0) broken.set(name, found.count);
      findings.push(...found.kept);
      onProgress({ step: index + 1, steps: INVARIANTS.length, invariant: name, rule, broken: found.count });
    }
    const below = await collect(connection, 'below-floor', BELOW_FLOOR);
    return {
      ok: broken.size === 0,
      counts: {
        accounts: BigInt(String(counts?.['accounts'])),
        transfers: BigInt(String(counts?.['transfers'])),
        entries: BigInt(String(counts?.['entries'])),
        holds: BigInt(String(counts?.['holds'])),
      },
      broken,
      findings,
      belowFloor: below.kept,
      belowFloorCount: below.count,
    };
  } finally {
    await connection.query('ROLLBACK');
  }
}

async function refuseOneTenantsView(connection: OwnerConnection): Promise<void> {
  const { rows } = await connection.query(
    "SELECT row_security_active('entry') OR row_security_active('ledger_account') AS filtered",
  );
  if (rows[0]?.['filtered'] !== false) throw new Error('verify needs the connection of the database owner');
}

async function collect(
  connection: OwnerConnection,
  invariant: string,
  sql: string,
): Promise<{ kept: Finding[]; count: number }> {
  const kept: Finding[] = [];
  let count = 0;
  await connection.query(`DECLARE findings NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await connection.query(`FETCH ${ROWS_A_FETCH} FROM findings`);
    for (const row of rows.slice(0, Math.max(0, FINDINGS_KEPT - count))) kept.push(toFinding(invariant, row));
    count += rows.length;
    if (rows.length < ROWS_A_FETCH) break;
  }
  await connection.query('CLOSE findings');
  return { kept, count };
}

function toFinding(invariant: string, row: Readonly<Record<string, unknown>>): Finding {
  const { detail, ...ids } = row;
  const where = Object.entries(ids).map(([column, id]) => `${column.replace(/_id$/, '')} ${String(id)}`);
  return { invariant, where: where.join(', '), detail: String(detail) };
}
