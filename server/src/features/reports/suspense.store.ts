import type { Tx } from '../../platform/database/database.ts';

export type AgedLine = {
  readonly answer: bigint;
  readonly line: number;
  readonly kind: string;
  readonly reason: string | null;
  readonly cents: bigint;
  /** timestamptz as text; null: a line of before its posting was noted. */
  readonly posted_at: string | null;
};

const AGED = `
SELECT l.bank_answer_id AS answer, l.line, l.kind, l.reason, CASE l.kind WHEN 'debitReturn' THEN -l.cents ELSE l.cents END AS cents,
       coalesce(t.posted_at, l.done_at) AS posted_at
  FROM bank_answer_line l
  LEFT JOIN transfer t ON t.tenant_id = l.tenant_id AND t.id = l.posted_id
 WHERE l.tenant_id = $1 AND l.state IN ('Suspense', 'GoingBack')
 ORDER BY posted_at NULLS FIRST, l.bank_answer_id, l.line LIMIT $2`;

/** Lines in suspense with the time at which they came, the oldest first. */
export function listAged(tx: Tx, tenantId: number, most: number): Promise<AgedLine[]> {
  return tx.query(AGED, [tenantId, most]);
}

const BALANCE = `
SELECT coalesce(sum(balance), 0)::bigint AS cents FROM ledger_account
 WHERE tenant_id = $1 AND kind = 'suspense' AND kind <> 'cardholder'`;

/** Balance of the suspense account. */
export async function readSuspenseBalance(tx: Tx, tenantId: number): Promise<bigint> {
  return (await tx.first<{ cents: bigint }>(BALANCE, [tenantId]))?.cents ?? 0n;
}
