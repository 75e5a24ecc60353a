import { AppRoleError } from '../platform/database/app-role.ts';
import { BELOW_FLOOR, INVARIANTS } from './invariants.ts';
import type { Invariant } from './invariants.ts';
import { openFindings, runSteps, stream } from '../platform/sealed-log/verify-steps.ts';
import type { Finding, Found, OwnerConnection, Step } from '../platform/sealed-log/verify-steps.ts';

export type LedgerReport = Found & {
  readonly ok: boolean;
  readonly counts: LedgerCounts;
  /** For information: forced postings may leave an account under its floor. The first FINDINGS_KEPT. */
  readonly belowFloor: readonly Finding[];
  readonly belowFloorCount: number;
};

export type LedgerCounts = {
  readonly accounts: bigint;
  readonly transfers: bigint;
  readonly entries: bigint;
  readonly holds: bigint;
  readonly holdEvents: bigint;
};

const ROWS_A_FETCH = 1000;

/** One step for each invariant. The database computes the sums and returns only broken rows. */
export const INVARIANT_STEPS: readonly Step[] = INVARIANTS.map(invariantStep);

/** Checks one invariant. */
export function invariantStep({ name, rule, broken }: Invariant): Step {
  return { rule, run: (connection) => collect(connection, name, broken) };
}

/**
 * Checks every invariant of the ledger in one snapshot, while the system runs. Throws when the
 * connection sees only one tenant.
 */
export async function verifyLedger(connection: OwnerConnection): Promise<LedgerReport> {
  await openSnapshot(connection);
  try {
    const found = await runSteps([connection], INVARIANT_STEPS, { part() {}, end() {} });
    const below = await accountsBelowFloor(connection);
    return {
      ...found,
      ok: found.broken.size === 0,
      counts: await countLedger(connection),
      belowFloor: below.findings,
      belowFloorCount: below.broken.get('below-floor') ?? 0,
    };
  } finally {
    await connection.query('ROLLBACK');
  }
}

/**
 * Opens a read-only transaction in a new snapshot, or in the named snapshot of another connection. Throws
 * when the connection sees only one tenant.
 */
export async function openSnapshot(connection: OwnerConnection, shared?: string): Promise<void> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (shared !== undefined) await connection.query(`SET TRANSACTION SNAPSHOT '${shared}'`);
  // All rows of a cursor are fetched, so plan for all of them; sorts of a large ledger get some room.
  await connection.query("SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off");
  const { rows } = await connection.query(
    "SELECT row_security_active('transfer') OR row_security_active('ledger_account') AS filtered",
  );
  if (rows[0]?.['filtered'] !== false) {
    throw new AppRoleError(
      'verify reads the rows of all tenants: give it the URL of the owner of the tables, by DATABASE_OWNER_URL or --database.',
    );
  }
}

/** The name of the connection's snapshot and, on a replica, the time up to which it has replayed. */
export async function exportSnapshot(
  connection: OwnerConnection,
): Promise<{ readonly name: string; readonly replayedUpTo: string | undefined }> {
  const { rows } = await connection.query(`
    SELECT pg_export_snapshot() AS name, CASE WHEN pg_is_in_recovery()
           THEN coalesce(pg_last_xact_replay_timestamp()::text, 'its start') END AS up_to`);
  const upTo = rows[0]?.['up_to'];
  return { name: String(rows[0]?.['name']), replayedUpTo: typeof upTo === 'string' ? upTo : undefined };
}

const COUNTS = `
SELECT (SELECT count(*) FROM ledger_account) AS accounts, (SELECT count(*) FROM transfer) AS transfers,
       (SELECT count(*) FROM entry) AS entries, (SELECT count(*) FROM hold) AS holds,
       (SELECT count(*) FROM hold_event) AS hold_events`;

/** Row counts of the ledger. */
export async function countLedger(connection: OwnerConnection): Promise<LedgerCounts> {
  const [row] = (await connection.query(COUNTS)).rows;
  const of = (name: string) => BigInt(String(row?.[name]));
  return {
    accounts: of('accounts'),
    transfers: of('transfers'),
    entries: of('entries'),
    holds: of('holds'),
    holdEvents: of('hold_events'),
  };
}

/** Accounts that forced postings left below their floor, for information. */
export function accountsBelowFloor(connection: OwnerConnection): Promise<Found> {
  return collect(connection, 'below-floor', BELOW_FLOOR);
}

async function collect(connection: OwnerConnection, invariant: string, sql: string): Promise<Found> {
  const found = openFindings();
  await stream(connection, sql, ROWS_A_FETCH, (row) => found.add(toFinding(invariant, row)));
  return found;
}

function toFinding(invariant: string, row: Readonly<Record<string, unknown>>): Finding {
  const { detail, ...ids } = row;
  const where = Object.entries(ids).map(([column, id]) => `${column.replace(/_id$/, '')} ${String(id)}`);
  return { invariant, where: where.join(', '), detail: String(detail) };
}
