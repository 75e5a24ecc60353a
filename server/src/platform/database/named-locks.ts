import { KEEP_APART } from './keep-apart.ts';
import type { Tx } from './database.ts';

// Sorted before the first lock is taken, so that two transactions that share names cannot deadlock.
const LOCK = `
SELECT pg_advisory_xact_lock(sorted.key)
FROM (SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY key ${KEEP_APART}) AS sorted`;

/**
 * Locks names until the end of the transaction, in a fixed order. The prefix of a name is what it locks:
 * `payees:web:12`. Take all names of a transaction in one call.
 */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.run(LOCK, [names]);
}
