import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ListedLine } from './compare.store.ts';
import type { ComparedAccount } from './statement.types.ts';

type Named = { readonly account: ComparedAccount; readonly statement_id: bigint; readonly line: number };
type Line = Named & ListedLine;

// Lines that were posted themselves, as a net or a fee, are what they are, and so is what two people have matched.
const MATCHED = `
SELECT DISTINCT l.account, l.statement_id, l.line, l.day::text, l.cents, l.reference, l.words
  FROM ${arrayRows('o', 2, { account: 'text', cents: 'bigint', day: 'date' })}
  JOIN book_statement_line l ON l.tenant_id = $1 AND l.is_matched AND l.cents = -o.cents
   AND l.day BETWEEN o.day - 5 AND o.day + 5 AND (l.account = 'bank') <> (o.account = 'bank')
 WHERE EXISTS (SELECT FROM book_match m
                WHERE m.tenant_id = $1 AND m.statement_id = l.statement_id AND m.line = l.line)
   AND NOT EXISTS (SELECT FROM book_match m
                     JOIN transfer t ON t.tenant_id = m.tenant_id AND t.id = m.transfer_id
                    WHERE m.tenant_id = $1 AND m.statement_id = l.statement_id AND m.line = l.line
                      AND (t.key LIKE 'statement:%' OR m.is_by_hand))
 ORDER BY l.statement_id, l.line`;

/** Lines with the opposite amount of one of these within 5 days, which are matched with entries of the books. */
export function listMatchedOpposites(tx: Tx, tenantId: number, lines: readonly Line[]): Promise<Line[]> {
  return tx.query(MATCHED, [
    tenantId,
    lines.map(({ account }) => account),
    lines.map(({ cents }) => cents),
    lines.map(({ day }) => day),
  ]);
}

const POSTED = `
SELECT DISTINCT l.reference
  FROM ${arrayRows('o', 2, { account: 'text', cents: 'bigint', reference: 'text' })}
  JOIN book_statement_line l ON l.tenant_id = $1 AND l.is_matched AND l.cents = o.cents
   AND l.account = o.account AND l.reference = o.reference
  JOIN book_match m ON m.tenant_id = $1 AND m.statement_id = l.statement_id AND m.line = l.line
  JOIN transfer t ON t.tenant_id = m.tenant_id AND t.id = m.transfer_id AND t.key LIKE 'statement:%'`;

/** References of these lines that were posted before from another statement: statements may overlap. */
export async function referencesPosted(tx: Tx, tenantId: number, lines: readonly Line[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ reference: string }>(POSTED, [
    tenantId,
    lines.map(({ account }) => account),
    lines.map(({ cents }) => cents),
    lines.map(({ reference }) => reference),
  ]);
  return new Set(rows.map(({ reference }) => reference));
}

const COMPARE_AGAIN = `
UPDATE book_compared c
   SET up_to_seq = least(c.up_to_seq, (
         SELECT min(CASE t.debit_account_id WHEN a.id THEN t.debit_seq ELSE t.credit_seq END) - 1
           FROM book_match m
           JOIN transfer t ON t.tenant_id = m.tenant_id AND t.id = m.transfer_id
          WHERE m.tenant_id = $1 AND m.account = $2 AND m.statement_id = $3 AND m.line = $4))
  FROM ledger_account a
 WHERE c.tenant_id = $1 AND c.account = $2 AND a.tenant_id = c.tenant_id AND a.kind = c.account`;
const UNMATCH = `
DELETE FROM book_match WHERE tenant_id = $1 AND account = $2 AND statement_id = $3 AND line = $4`;
const OPEN = `
UPDATE book_statement_line SET is_matched = false
 WHERE tenant_id = $1 AND account = $2 AND statement_id = $3 AND line = $4`;

/** Opens a matched line again. The entries that it was matched with are compared again. */
export async function reopenLine(tx: Tx, tenantId: number, { account, statement_id: id, line }: Named): Promise<void> {
  const of = [tenantId, account, id, line];
  await tx.run(COMPARE_AGAIN, of);
  await tx.run(UNMATCH, of);
  await tx.run(OPEN, of);
}
