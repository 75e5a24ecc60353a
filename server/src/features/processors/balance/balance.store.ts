import type { Tx } from '../../../platform/database/database.ts';

const SAVE = `
INSERT INTO processor_balance (tenant_id, connection_id, cents, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (connection_id) DO UPDATE SET cents = excluded.cents, at = excluded.at
 WHERE processor_balance.at <= excluded.at`;

/** Keeps the balance that a processor said last. `atMs`: business time. */
export async function saveBalance(
  tx: Tx,
  { tenantId, connectionId }: { readonly tenantId: number; readonly connectionId: number },
  { cents, atMs }: { readonly cents: number; readonly atMs: number },
): Promise<void> {
  await tx.run(SAVE, [tenantId, connectionId, cents, new Date(atMs)]);
}

const ALL = `
SELECT b.connection_id AS connection, b.cents, b.at
  FROM processor_balance b JOIN processor_connection c ON c.tenant_id = b.tenant_id AND c.id = b.connection_id
 WHERE c.is_on`;

export type Balance = {
  readonly connection: number;
  readonly cents: bigint;
  /** timestamptz as text. */
  readonly at: string;
};

/** Balances of all programmes at connections that are on, for the metrics: one that is off is not asked. */
export function readBalances(tx: Tx): Promise<Balance[]> {
  return tx.query(ALL, []);
}
