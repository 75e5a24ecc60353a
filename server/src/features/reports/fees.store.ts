import type { Tx } from '../../platform/database/database.ts';

export type FeeSum = {
  readonly brand: string | null;
  /** Words of the fee in its payer's list; null: on an account of the programme. */
  readonly words: string | null;
  readonly kind: string;
  readonly entries: number;
  readonly charged: bigint;
  readonly refunded: bigint;
};

// What the fees account has received, and given.
const FEES = `
SELECT b.name AS brand, d.description AS words, o.kind, count(*)::integer AS entries,
       coalesce(sum(e.cents) FILTER (WHERE e.cents > 0), 0)::bigint AS charged,
       coalesce(sum(e.cents) FILTER (WHERE e.cents < 0), 0)::bigint AS refunded
  FROM (SELECT t.debit_account_id AS other, t.debit_seq AS seq, t.amount AS cents FROM transfer t
         WHERE t.tenant_id = $1 AND t.credit_account_id = $2 AND t.credit_seq > $3 AND t.credit_seq <= $4
        UNION ALL
        SELECT t.credit_account_id, t.credit_seq, -t.amount FROM transfer t
         WHERE t.tenant_id = $1 AND t.debit_account_id = $2 AND t.debit_seq > $3 AND t.debit_seq <= $4) AS e
  JOIN ledger_account o ON o.tenant_id = $1 AND o.id = e.other
  LEFT JOIN member_account m ON m.tenant_id = $1 AND m.ledger_account_id = e.other
  LEFT JOIN brand b ON b.tenant_id = $1 AND b.id = m.brand_id
  LEFT JOIN transaction_detail d ON d.tenant_id = $1 AND d.ledger_account_id = e.other AND d.seq = e.seq
 GROUP BY b.name, d.description, o.kind
 ORDER BY b.name NULLS LAST, d.description NULLS LAST, o.kind`;

type Range = { readonly account: bigint; readonly after: bigint; readonly upTo: bigint };

/** Entries of the fees account in a range of its sequence, summed by brand and by the words of the fee. */
export function sumFees(tx: Tx, tenantId: number, { account, after, upTo }: Range): Promise<FeeSum[]> {
  return tx.query(FEES, [tenantId, account, after, upTo]);
}
