import type { Tx } from '../platform/database.ts';

/** Names of the applied migrations. */
export async function readMigrationNames(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ name: string }>('SELECT name FROM migration');
  return new Set(rows.map((row) => row.name));
}
