import type { Tx } from '../../platform/database/database.ts';

export type HeldProgramme = {
  readonly held_at: string;
  readonly restored_to: string;
  /** Messages in the queue. */
  readonly messages: number;
  /** Payments without a file, or in a file that may have been sent. */
  readonly payments: number;
};

const HELD = `
SELECT h.held_at, h.restored_to,
       (SELECT count(*)::int FROM outbox_message m
         WHERE m.tenant_id = h.tenant_id AND m.delivered_at IS NULL AND m.dead_at IS NULL) AS messages,
       (SELECT count(*)::int FROM payment_out p WHERE p.tenant_id = h.tenant_id AND p.state = 'Made') AS payments
  FROM instance_hold h
 WHERE h.tenant_id = $1 AND h.released_at IS NULL`;

/** Waiting work of a held programme; undefined: it is not held. */
export function findHeld(tx: Tx, tenantId: number): Promise<HeldProgramme | undefined> {
  return tx.first(HELD, [tenantId]);
}

const RELEASE = `
UPDATE instance_hold SET released_at = $2, released_by = $3 WHERE tenant_id = $1 AND released_at IS NULL`;

export async function saveReleased(tx: Tx, tenantId: number, by: string, atMs: number): Promise<boolean> {
  return (await tx.run(RELEASE, [tenantId, new Date(atMs), by])) === 1;
}

export async function countHeldElsewhere(tx: Tx, tenantId: number): Promise<number> {
  const sql = 'SELECT count(*)::int AS held FROM instance_hold WHERE tenant_id <> $1 AND released_at IS NULL';
  return (await tx.first<{ held: number }>(sql, [tenantId]))?.held ?? 0;
}
