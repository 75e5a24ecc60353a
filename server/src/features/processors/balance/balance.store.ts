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

const ALL = 'SELECT connection_id AS connection, cents, at FROM processor_balance';

export type Balance = {
  readonly connection: number;
  readonly cents: bigint;
  /** timestamptz as text. */
  readonly at: string;
};

/** Balances of all programmes, for the metrics. */
export function readBalances(tx: Tx): Promise<Balance[]> {
  return tx.query(ALL, []);
}
