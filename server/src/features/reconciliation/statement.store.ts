import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type { ComparedAccount, Statement } from './statement.types.ts';

type Named = { readonly tenantId: number; readonly account: ComparedAccount; readonly name: string };

const READ = `
SELECT name FROM book_statement WHERE tenant_id = $1 AND account = $2 AND name = ANY ($3::text[])
 GROUP BY name HAVING bool_or(refused IS NULL) OR max(read_at) <= $4`;

/** Names of statements that were read before. A statement that was refused since the given time counts as unread. */
export async function namesRead(
  tx: Tx,
  { tenantId, account }: Omit<Named, 'name'>,
  names: readonly string[],
  refusedSinceMs: number,
): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(READ, [tenantId, account, names, new Date(refusedSinceMs)]);
  return new Set(rows.map(({ name }) => name));
}

const INSERT = `
INSERT INTO book_statement (tenant_id, account, name, digest, refused, first_day, last_day, opening, closing, read_at,
                            connection_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (tenant_id, account, digest) DO NOTHING RETURNING id`;
const INSERT_LINES = `
INSERT INTO book_statement_line (tenant_id, statement_id, account, line, day, cents, reference, words)
SELECT $1, $2, $3, l.line, l.day, l.cents, l.reference, l.words
  FROM ${arrayRows('l', 4, { line: 'integer', day: 'date', cents: 'bigint', reference: 'text', words: 'text' })}`;

export type NewStatement = Named & {
  readonly digest: Buffer;
  /** Why it is not believed; null: it is. */
  readonly refused: string | null;
  readonly statement: Statement;
  /** Our references, which are never card numbers, whatever they look like. */
  readonly ours: ReadonlySet<string>;
  readonly readAt: number;
  /** Connection whose processor said it; absent: it came as a file. */
  readonly connectionId?: number;
};

/** Stores a statement with its lines. False: its content was read before. */
export async function insertStatement(tx: Tx, given: NewStatement): Promise<boolean> {
  const { tenantId, account, name, digest, refused, ours, readAt } = given;
  const { lines, opening, closing } = given.statement;
  const days = lines.map(({ day }) => day).toSorted();
  const row = await tx.first<{ id: bigint }>(INSERT, [
    tenantId,
    account,
    name,
    digest,
    refused,
    days[0] ?? null,
    days.at(-1) ?? null,
    opening,
    closing,
    new Date(readAt),
    given.connectionId ?? null,
  ]);
  if (!row) return false;
  if (lines.length === 0) return true;
  await tx.run(INSERT_LINES, [
    tenantId,
    row.id,
    account,
    lines.map(({ line }) => line),
    lines.map(({ day }) => day),
    lines.map(({ cents }) => cents),
    lines.map(({ reference }) => (ours.has(reference) ? reference : maskCardNumbers(reference, '*'))),
    lines.map(({ words }) => maskCardNumbers(words, '*')),
  ]);
  return true;
}

export type ListedStatement = {
  readonly account: ComparedAccount;
  readonly name: string;
  readonly refused: string | null;
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly closing: bigint | null;
  readonly lines: number;
  readonly unmatched: number;
};

const LIST = `
SELECT s.account, s.name, s.refused, s.first_day::text, s.last_day::text, s.closing,
       (SELECT count(*)::int FROM book_statement_line l WHERE l.tenant_id = $1 AND l.statement_id = s.id) AS lines,
       (SELECT count(*)::int FROM book_statement_line l
         WHERE l.tenant_id = $1 AND l.statement_id = s.id AND NOT l.is_matched) AS unmatched
  FROM book_statement s WHERE s.tenant_id = $1 ORDER BY s.id DESC LIMIT $2`;

/** Statements that were read, the newest first. */
export function listStatements(tx: Tx, tenantId: number, most: number): Promise<ListedStatement[]> {
  return tx.query(LIST, [tenantId, most]);
}

const REFUSED = `
SELECT account, name, refused FROM book_statement s
 WHERE tenant_id = $1 AND refused IS NOT NULL AND read_at > $2
   AND NOT EXISTS (SELECT FROM book_statement n
                    WHERE n.tenant_id = $1 AND n.account = s.account AND n.name = s.name AND n.id > s.id)
 ORDER BY id`;

/** Statements that were refused since a moment and were not read again since. */
export function listRefused(
  tx: Tx,
  tenantId: number,
  sinceMs: number,
): Promise<{ readonly account: ComparedAccount; readonly name: string; readonly refused: string }[]> {
  return tx.query(REFUSED, [tenantId, new Date(sinceMs)]);
}

const LATE = `
SELECT account FROM book_statement WHERE tenant_id = $1 AND refused IS NULL AND connection_id IS NULL
 GROUP BY account HAVING max(read_at) < $3 AND coalesce(max(last_day) < $2::date, true) ORDER BY account`;

/**
 * Accounts whose files have come before, but not that of a day: none reaches it, and none was read since a moment
 * after it.
 */
export async function listLate(tx: Tx, tenantId: number, day: string, readSinceMs: number): Promise<ComparedAccount[]> {
  const rows = await tx.query<{ account: ComparedAccount }>(LATE, [tenantId, day, new Date(readSinceMs)]);
  return rows.map(({ account }) => account);
}
