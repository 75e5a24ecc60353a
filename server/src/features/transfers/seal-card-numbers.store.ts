import type { Tx } from '../../platform/database.ts';

type Body = { readonly id: string; readonly body: Readonly<Record<string, unknown>> };

/** Schedules whose stored call contains a card number in clear, locked. */
export function lockPlaintextBodies(tx: Tx, tenantId: number, most: number): Promise<Body[]> {
  return tx.query(
    `SELECT id, body FROM schedule WHERE tenant_id = $1 AND holds_card_number(body::text) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

export async function saveBody(tx: Tx, tenantId: number, { id, body }: Body): Promise<void> {
  await tx.run('UPDATE schedule SET body = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, JSON.stringify(body)]);
}

/** Destinations keyed by a card number in clear, locked. */
export function lockPlaintextDestinations(
  tx: Tx,
  tenantId: number,
  most: number,
): Promise<{ readonly id: bigint; readonly destination: string }[]> {
  return tx.query(
    `SELECT id, destination FROM paid_destination
      WHERE tenant_id = $1 AND holds_card_number(destination) LIMIT $2 FOR NO KEY UPDATE`,
    [tenantId, most],
  );
}

export async function saveDestination(tx: Tx, tenantId: number, id: bigint, destination: string): Promise<void> {
  await tx.run('UPDATE paid_destination SET destination = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    destination,
  ]);
}

/** Sums of earlier days keyed by a card number in clear, which are no longer read. */
export function deletePlaintextSums(tx: Tx, tenantId: number, before: string): Promise<number> {
  return tx.run('DELETE FROM payment_count WHERE tenant_id = $1 AND holds_card_number(counter) AND since < $2', [
    tenantId,
    before,
  ]);
}
