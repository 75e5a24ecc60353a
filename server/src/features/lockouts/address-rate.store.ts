import type { Tx } from '../../platform/database/database.ts';

/**
 * Counts one attempt of an address, restarting the count if it began before `windowMs`. Security clock. The row lock
 * serialises servers, so no attempt is lost.
 */
export async function countAttempt(
  tx: Tx,
  addressHash: Buffer,
  nowMs: number,
  windowMs: number,
): Promise<{ attempts: number; startedAt: number }> {
  const row = await tx.first<{ attempts: number; started_at: string }>(
    `INSERT INTO address_attempt AS a (address_hash, started_at, attempts) VALUES ($1, $2, 1)
     ON CONFLICT (address_hash) DO UPDATE
       SET attempts = CASE WHEN a.started_at <= $3 THEN 1 ELSE a.attempts + 1 END,
           started_at = CASE WHEN a.started_at <= $3 THEN excluded.started_at ELSE a.started_at END
     RETURNING attempts, started_at`,
    [addressHash, new Date(nowMs).toISOString(), new Date(nowMs - windowMs).toISOString()],
  );
  if (!row) throw new Error('an attempt was not counted');
  return { attempts: row.attempts, startedAt: Date.parse(row.started_at) };
}
