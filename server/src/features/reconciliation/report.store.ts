import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { Tx } from '../../platform/database/database.ts';
import { settledSql } from './compare.store.ts';
import type { ComparedAccount } from './statement.types.ts';

type Of = { readonly tenantId: number; readonly account: ComparedAccount };

const CLOSING = `
SELECT sum(c.closing)::bigint AS closing, max(c.day)::text AS day FROM (
  (SELECT closing, last_day AS day FROM book_statement
    WHERE tenant_id = $1 AND account = $2 AND refused IS NULL AND closing IS NOT NULL AND last_day <= $3
    ORDER BY last_day DESC NULLS LAST, id DESC LIMIT 1)
  UNION ALL
  SELECT s.closing, (SELECT max(d.day) FROM book_settlement d WHERE d.tenant_id = $1 AND d.read_at IS NOT NULL AND d.day <= $3)
    FROM (${settledSql('d.day <= $3')}) AS s) AS c
HAVING count(*) > 0`;

/** The last balance that a statement says up to a day, with what processors have settled, and the last day of these. */
export function findClosing(
  tx: Tx,
  { tenantId, account }: Of,
  day: string,
): Promise<{ readonly closing: bigint; readonly day: string } | undefined> {
  return tx.first(CLOSING, [tenantId, account, day]);
}

/** Account of the books; undefined until something is posted to it. */
export async function findAccount(tx: Tx, { tenantId, account }: Of): Promise<bigint | undefined> {
  const sql = "SELECT id FROM ledger_account WHERE tenant_id = $1 AND kind = $2 AND kind <> 'cardholder'";
  return (await tx.first<{ id: bigint }>(sql, [tenantId, account]))?.id;
}

const MATCHED = `
SELECT count(*)::integer AS lines, coalesce(sum(l.cents), 0)::bigint AS cents
  FROM book_statement s
  JOIN book_statement_line l ON l.tenant_id = s.tenant_id AND l.statement_id = s.id AND l.day = $3 AND l.is_matched
 WHERE s.tenant_id = $1 AND s.account = $2 AND s.first_day <= $3 AND s.last_day >= $3`;

/** Lines of a day that have their counterpart in the books. */
export async function sumMatched(
  tx: Tx,
  { tenantId, account }: Of,
  day: string,
): Promise<{ readonly lines: number; readonly cents: bigint }> {
  const row = await tx.first<{ lines: number; cents: bigint }>(MATCHED, [tenantId, account, day]);
  return row ?? { lines: 0, cents: 0n };
}

// A statement is read within days of what is posted for it. Older matches are on one side of any day. Entries that undo
// each other are in no statement.
// Each part is looked up by its index, so that what is read grows with these months and not with the age of the books.
const APART = `
SELECT (coalesce(sum(CASE WHEN l.day <= $3 AND p.posted_at >= $4 THEN p.cents
                         WHEN l.day > $3 AND p.posted_at < $4 THEN -p.cents ELSE 0 END), 0)
        - (SELECT coalesce(sum(CASE WHEN t.debit_account_id = $5 THEN t.amount ELSE -t.amount END), 0)
             FROM (SELECT u.transfer_id FROM book_match u
                    WHERE u.tenant_id = $1 AND u.account = $2 AND u.statement_id IS NULL ${KEEP_APART}) AS m
            CROSS JOIN LATERAL (SELECT * FROM transfer x
                                 WHERE x.tenant_id = $1 AND x.id = m.transfer_id ${KEEP_APART}) AS t
            WHERE CASE WHEN t.debit_account_id = $5 THEN t.debit_posted_at ELSE t.credit_posted_at END < $4))::bigint AS cents
  FROM (SELECT b.id FROM book_statement b
         WHERE b.tenant_id = $1 AND b.account = $2 AND b.refused IS NULL AND b.last_day >= $3::date - 92
           AND b.last_day <= $3::date + 458 AND b.first_day <= $3::date + 92 ${KEEP_APART}) AS s
 CROSS JOIN LATERAL (SELECT u.line, u.transfer_id FROM book_match u
                      WHERE u.tenant_id = $1 AND u.statement_id = s.id AND u.account = $2 ${KEEP_APART}) AS m
 CROSS JOIN LATERAL (SELECT n.day FROM book_statement_line n
                      WHERE n.tenant_id = $1 AND n.statement_id = s.id AND n.line = m.line ${KEEP_APART}) AS l
 CROSS JOIN LATERAL (
   SELECT CASE WHEN t.debit_account_id = $5 THEN t.amount ELSE -t.amount END AS cents,
          CASE WHEN t.debit_account_id = $5 THEN t.debit_posted_at ELSE t.credit_posted_at END AS posted_at
     FROM transfer t WHERE t.tenant_id = $1 AND t.id = m.transfer_id ${KEEP_APART}) p`;

/**
 * Cents of matches whose two sides lie apart at the end of a day: in the statement by then and posted later, less what
 * was posted by then and is in the statement later. `endMs`: the end of the day.
 */
export async function sumApart(
  tx: Tx,
  { tenantId, account }: Of,
  { day, endMs, ledgerAccountId }: { readonly day: string; readonly endMs: number; readonly ledgerAccountId: bigint },
): Promise<bigint> {
  const row = await tx.first<{ cents: bigint }>(APART, [tenantId, account, day, new Date(endMs), ledgerAccountId]);
  return row?.cents ?? 0n;
}
