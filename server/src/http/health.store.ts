import type { Tx } from '../platform/database/database.ts';

/** Names of the applied migrations. */
export async function readMigrationNames(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ name: string }>('SELECT name FROM migration');
  return new Set(rows.map((row) => row.name));
}

/** Whether the database answers and takes no writes: a standby, or a primary that was set so, as after a failover. */
export async function takesNoWrites(tx: Tx): Promise<boolean> {
  const row = await tx.first<{ reads_only: boolean }>(
    "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS reads_only",
  );
  return row?.reads_only === true;
}

/** Position in the database log up to which this database has what was written: of a standby, what it replays. */
export async function readLogPosition(tx: Tx): Promise<bigint> {
  const row = await tx.first<{ position: bigint }>(
    `SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END
             - '0/0'::pg_lsn)::bigint AS position`,
  );
  return row?.position ?? 0n;
}
