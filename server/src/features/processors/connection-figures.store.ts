import type { Tx } from '../../platform/database/database.ts';

const FIGURES = `
SELECT (SELECT count(*) FROM processor_waiting
         WHERE tenant_id = $1 AND connection_id = $2 AND why IN ('card', 'purchase', 'currency'))::integer AS unmatched,
       (SELECT count(*) FROM processor_purchase WHERE tenant_id = $1 AND connection_id = $2 AND is_case)::integer AS cases,
       (SELECT count(*) FROM processor_word WHERE tenant_id = $1 AND connection_id = $2)::integer AS words,
       (SELECT at FROM processor_delivery WHERE tenant_id = $1 AND connection_id = $2 ORDER BY id DESC LIMIT 1) AS last_at,
       b.cents AS balance, b.at AS balance_at
  FROM (SELECT) AS one
  LEFT JOIN processor_balance b ON b.tenant_id = $1 AND b.connection_id = $2`;

export type ConnectionFigures = {
  readonly unmatched: number;
  readonly cases: number;
  readonly words: number;
  /** timestamptz as text. */
  readonly last_at: string | null;
  /** Cents of the programme's balance at the processor, and when it said them: timestamptz as text. Null: never. */
  readonly balance: bigint | null;
  readonly balance_at: string | null;
};

/** Counts what waits for a person at a connection, and reads when it last sent something and what it last said of the balance. */
export async function readFigures(tx: Tx, tenantId: number, connectionId: number): Promise<ConnectionFigures> {
  const row = await tx.first<ConnectionFigures>(FIGURES, [tenantId, connectionId]);
  if (!row) throw new Error('a row of figures is missing');
  return row;
}
