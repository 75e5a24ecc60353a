import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Entries of an account that are looked at behind a moment: a side waits for seconds at most. */
const LOOKED_AT = 500;

// The columns of the range are those of the account's row: arithmetic beside a sequence would not be leakproof, and under
// row-level security PostgreSQL uses only leakproof conditions with an index.
const ACROSS = `
SELECT coalesce(sum(found.cents), 0)::bigint AS cents
  FROM (SELECT id, low, low + ${LOOKED_AT} AS high
          FROM unnest($2::bigint[], $3::bigint[]) AS given (id, low) ${KEEP_APART}) AS a
 CROSS JOIN LATERAL (
   SELECT t.amount AS cents FROM transfer t
    WHERE t.tenant_id = $1 AND t.debit_account_id = a.id AND t.debit_seq > a.low AND t.debit_seq <= a.high
      AND t.credit_posted_at < $4
   UNION ALL
   SELECT -t.amount FROM transfer t
    WHERE t.tenant_id = $1 AND t.credit_account_id = a.id AND t.credit_seq > a.low AND t.credit_seq <= a.high
      AND t.debit_posted_at < $4) AS found`;

type Places = { readonly ids: readonly bigint[]; readonly seqs: readonly bigint[]; readonly momentMs: number };

/**
 * Cents of transfers with a side before a moment and the other one after it, among the entries that follow these places
 * of accounts: above zero where the debit is later.
 */
export async function sumAcross(tx: Tx, tenantId: number, { ids, seqs, momentMs }: Places): Promise<bigint> {
  const row = await tx.first<{ cents: bigint }>(ACROSS, [tenantId, ids, seqs, new Date(momentMs)]);
  return row?.cents ?? 0n;
}

export type JournalEntry = {
  readonly id: bigint;
  /** timestamptz as text. */
  readonly posted_at: string;
  readonly effective_at: string;
  readonly amount: bigint;
  readonly code: number;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly receipt: string | null;
};

export const JOURNAL = `
SELECT t.id, t.debit_posted_at AS posted_at, t.effective_at, t.amount, t.code, t.debit_account_id AS debit,
       t.credit_account_id AS credit, coalesce(d.reference, c.reference) AS receipt
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS a (id, low, high)
 CROSS JOIN LATERAL (
   SELECT * FROM transfer x
    WHERE x.tenant_id = $1 AND x.debit_account_id = a.id AND x.debit_seq > a.low AND x.debit_seq <= a.high
    ORDER BY x.debit_seq LIMIT $5 ${KEEP_APART}) AS t
  LEFT JOIN LATERAL (SELECT reference FROM transaction_detail x WHERE x.tenant_id = $1
    AND x.ledger_account_id = t.debit_account_id AND x.seq = t.debit_seq ${KEEP_APART}) AS d ON true
  LEFT JOIN LATERAL (SELECT reference FROM transaction_detail x WHERE x.tenant_id = $1
    AND x.ledger_account_id = t.credit_account_id AND x.seq = t.credit_seq ${KEEP_APART}) AS c ON true
 LIMIT $5`;

export type Ranges = {
  readonly ids: readonly bigint[];
  /** Entries with a sequence above `after` and up to `upTo`. */
  readonly after: readonly bigint[];
  readonly upTo: readonly bigint[];
};

/** Transfers that debit one of these accounts, each in a range of its sequence. */
export function listDebits(tx: Tx, tenantId: number, { ids, after, upTo }: Ranges, most: number) {
  return tx.query<JournalEntry>(JOURNAL, [tenantId, ids, after, upTo, most]);
}

const NAMES = `
SELECT l.id, l.kind, coalesce(m.account_number, '') AS number
  FROM ledger_account l
  LEFT JOIN member_account m ON m.tenant_id = l.tenant_id AND m.ledger_account_id = l.id
 WHERE l.tenant_id = $1 AND l.id = ANY ($2::bigint[])`;

/** Kinds of accounts, with the numbers of those of cardholders. */
export function listNames(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly kind: string; readonly number: string }[]> {
  return tx.query(NAMES, [tenantId, ids]);
}
