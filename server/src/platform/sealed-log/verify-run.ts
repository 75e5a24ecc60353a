import type pg from 'pg';
import type { Tx } from '../database/database.ts';

export type VerifyRun = {
  readonly begun_at: string;
  readonly ended_at: string;
  /** Places that are broken; 0: everything holds. */
  readonly broken: number;
  readonly run_by: string;
};

const LAST = 'SELECT begun_at, ended_at, broken, run_by FROM verify_run ORDER BY id DESC LIMIT 1';

/** The last run of verify, of the whole instance. */
export function readLastVerify(tx: Tx): Promise<VerifyRun | undefined> {
  return tx.first(LAST);
}

const INSERT = `
INSERT INTO verify_run (begun_at, ended_at, broken, run_by)
VALUES (clock_timestamp() - $1 * interval '1 ms', clock_timestamp(), $2, left($3, 100))`;

/** Keeps a run of verify. False: the database is a read replica, and only the report of the run says so. */
export async function noteVerifyRun(
  connection: pg.Client,
  { tookMs, broken, by }: { readonly tookMs: number; readonly broken: number; readonly by: string },
): Promise<boolean> {
  const { rows } = await connection.query<{ is_replica: boolean }>('SELECT pg_is_in_recovery() AS is_replica');
  if (rows[0]?.is_replica) return false;
  await connection.query(INSERT, [Math.round(tookMs), broken, by]);
  return true;
}
