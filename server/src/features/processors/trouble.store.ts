import type { Tx } from '../../platform/database/database.ts';

/** SQL: whether a row `w` of `processor_waiting` needs a person, because trying again alone does not help. */
export const NEEDS_A_PERSON = `(w.why IN ('card', 'purchase', 'currency') OR w.next_at IS NULL)`;

const TROUBLE = `
SELECT * FROM (
  SELECT n.id AS connection_id, n.name AS connection, w.of, w.key, e.kind, e.amount, w.why, e.at AS since,
         w.tries::integer AS tries, w.next_at, d.id AS delivery_id, d.content_cipher AS cipher,
         d.content_key_version AS version
    FROM processor_waiting w
    JOIN processor_connection n ON n.tenant_id = w.tenant_id AND n.id = w.connection_id
    JOIN processor_event e ON e.tenant_id = w.tenant_id AND e.connection_id = w.connection_id AND e.key = w.key
    LEFT JOIN processor_delivery d
      ON d.tenant_id = e.tenant_id AND d.connection_id = e.connection_id AND d.id = e.delivery_id
   WHERE w.tenant_id = $1 AND ($2::integer IS NULL OR w.connection_id = $2) AND ${NEEDS_A_PERSON}
  UNION ALL
  SELECT n.id, n.name, p.of, '', 'authorise', p.asked_amount, 'unconfirmed', p.asked_at, 0, NULL, NULL, NULL, NULL
    FROM processor_purchase p
    JOIN processor_connection n ON n.tenant_id = p.tenant_id AND n.id = p.connection_id
   WHERE p.tenant_id = $1 AND ($2::integer IS NULL OR p.connection_id = $2) AND p.is_case
) AS trouble ORDER BY since, of, key LIMIT $3`;

export type Trouble = {
  readonly connection_id: number;
  readonly connection: string;
  readonly of: string;
  readonly key: string;
  readonly kind: string;
  readonly amount: bigint | null;
  readonly why: string;
  /** timestamptz as text. */
  readonly since: string;
  readonly tries: number;
  readonly next_at: string | null;
  /** The sealed delivery; null: it was deleted, or none is kept. */
  readonly delivery_id: bigint | null;
  readonly cipher: Buffer | null;
  readonly version: number | null;
};

/** Events that wait for a person, and approvals that nothing has confirmed, the oldest first. */
export function listTrouble(
  tx: Tx,
  tenantId: number,
  connectionId: number | undefined,
  most: number,
): Promise<Trouble[]> {
  return tx.query(TROUBLE, [tenantId, connectionId ?? null, most]);
}

const WORDS = `
SELECT n.name AS connection, w.field, w.word, w.times, w.first_at, w.last_at
  FROM processor_word w
  JOIN processor_connection n ON n.tenant_id = w.tenant_id AND n.id = w.connection_id
 WHERE w.tenant_id = $1 AND ($2::integer IS NULL OR w.connection_id = $2)
 ORDER BY w.last_at DESC, w.connection_id, w.field, w.word LIMIT $3`;

export type CountedWord = {
  readonly connection: string;
  readonly field: string;
  readonly word: string;
  readonly times: number;
  /** timestamptz as text. */
  readonly first_at: string;
  readonly last_at: string;
};

/** Words without a meaning here, the last one first. */
export function listWords(
  tx: Tx,
  tenantId: number,
  connectionId: number | undefined,
  most: number,
): Promise<CountedWord[]> {
  return tx.query(WORDS, [tenantId, connectionId ?? null, most]);
}
