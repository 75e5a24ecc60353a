import type { Tx } from '../../platform/database/database.ts';

const DRAW = `SELECT nextval('transfer_id_seq') AS number`;

/** Number that no transfer has, for a reference in receipt format without a movement of money. */
export async function drawNumber(tx: Tx): Promise<bigint> {
  const row = await tx.first<{ number: bigint }>(DRAW);
  if (!row) throw new Error('a sequence answers one row');
  return row.number;
}
