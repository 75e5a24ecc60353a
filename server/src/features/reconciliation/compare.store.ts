import type { AccountKind } from '../../ledger/ledger.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ChargePart, OpenEntry, OpenLine } from './match.domain.ts';
import { referencesIn } from './settlements/settlement.domain.ts';
import type { ComparedAccount } from './statement.types.ts';

type Of = { readonly tenantId: number; readonly account: ComparedAccount };

// The index of the programme's own accounts has no account of a cardholder, and needs a condition that excludes them.
const OWN = "a.kind <> 'cardholder'";

const LINES = `
SELECT statement_id, line, day::text, cents, reference, words FROM book_statement_line
 WHERE tenant_id = $1 AND account = $2 AND NOT is_matched ORDER BY day, statement_id, line LIMIT $3`;

export type ListedLine = {
  readonly statement_id: bigint;
  readonly line: number;
  readonly day: string;
  readonly cents: bigint;
  readonly reference: string;
  readonly words: string;
};

/** Unmatched lines of all statements of an account, the oldest first. `most` null: all. */
export function listLines(tx: Tx, { tenantId, account }: Of, most: number | null): Promise<ListedLine[]> {
  return tx.query(LINES, [tenantId, account, most]);
}

// The credit of a dispute is named by the dispute, ours or the processor's; a message goes before it. An id that two
// connections have for a dispute names none.
const SCHEME = `
SELECT reference, credit_transfer_id AS transfer_id FROM dispute
 WHERE tenant_id = $1 AND reference = ANY ($2::text[]) AND credit_transfer_id IS NOT NULL
UNION ALL
SELECT p.external_id, min(d.credit_transfer_id)
  FROM processor_dispute p LEFT JOIN dispute d ON d.tenant_id = p.tenant_id AND d.id = p.dispute_id
 WHERE p.tenant_id = $1 AND p.external_id = ANY ($2::text[])
 GROUP BY p.external_id HAVING count(*) = 1 AND min(d.credit_transfer_id) IS NOT NULL
UNION ALL
SELECT reference, transfer_id FROM network_message
 WHERE tenant_id = $1 AND reference = ANY ($2::text[]) AND transfer_id IS NOT NULL`;
const GATEWAY = `
SELECT id AS reference, transfer_id FROM gateway_charge
 WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND transfer_id IS NOT NULL`;

/** Entries of the books by the references that the other side knows them by. */
export async function transfersByReference(
  tx: Tx,
  { tenantId, account }: Of,
  references: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (account === 'bank') return new Map();
  const rows = await tx.query<{ reference: string; transfer_id: bigint }>(account === 'gateway' ? GATEWAY : SCHEME, [
    tenantId,
    references,
  ]);
  return new Map(rows.map(({ reference, transfer_id: id }) => [reference, id]));
}

const BEGIN = `
INSERT INTO book_compared (tenant_id, account, up_to_seq)
SELECT $1, $2, coalesce(max(e.seq), 0)
  FROM ledger_account a
  LEFT JOIN LATERAL (
    SELECT max(t.debit_seq) AS seq FROM transfer t WHERE t.debit_account_id = a.id AND t.debit_posted_at < $3
     UNION ALL
    SELECT max(t.credit_seq) FROM transfer t WHERE t.credit_account_id = a.id AND t.credit_posted_at < $3) e ON true
 WHERE a.tenant_id = $1 AND a.kind = $2 AND ${OWN}
ON CONFLICT (tenant_id, account) DO NOTHING`;

/** Begins to compare an account with the entries from a moment on. Done before: unchanged. */
export async function beginComparing(tx: Tx, { tenantId, account }: Of, fromMs: number): Promise<void> {
  await tx.run(BEGIN, [tenantId, account, new Date(fromMs)]);
}

const BEFORE_MS = 5 * 86_400_000;

/** The same, from 5 days before a day on. */
export async function beginAt(tx: Tx, of: Of, day: string): Promise<void> {
  await beginComparing(tx, of, Date.parse(day) - BEFORE_MS);
}

// A subquery instead of a join: for a join PostgreSQL may read the transfers of all accounts.
const ACCOUNT = `(SELECT a.id FROM ledger_account a WHERE a.tenant_id = $1 AND a.kind = $2 AND ${OWN})`;
const COMPARED = '(SELECT c.up_to_seq FROM book_compared c WHERE c.tenant_id = $1 AND c.account = $2)';

/** SQL: unmatched entries of an account since its first statement. `where`: which transfers `t` of it. */
const entriesSql = (where: string) => `
WITH entry AS (
  SELECT t.id, t.key, t.debit_seq AS seq, t.effective_at, t.debit_posted_at AS posted_at, t.amount AS cents
    FROM transfer t
   WHERE t.tenant_id = $1 AND t.debit_account_id = ${ACCOUNT} AND t.debit_seq > ${COMPARED} AND ${where}
   UNION ALL
  -- Seen from the other side: a credit of our account is money that we pay.
  SELECT t.id, t.key, t.credit_seq, t.effective_at, t.credit_posted_at, -t.amount
    FROM transfer t
   WHERE t.tenant_id = $1 AND t.credit_account_id = ${ACCOUNT} AND t.credit_seq > ${COMPARED} AND ${where})
SELECT e.id, e.seq, e.key, (e.effective_at AT TIME ZONE '${PROGRAMME_ZONE}')::date::text AS day,
       (e.posted_at AT TIME ZONE '${PROGRAMME_ZONE}')::date::text AS posted_day, e.cents,
       f.bank_answer_id::text AS "group"
  FROM entry e
  LEFT JOIN LATERAL (SELECT l.bank_answer_id FROM bank_answer_line l
                      WHERE $2 = 'bank' AND l.tenant_id = $1 AND l.posted_id = e.id LIMIT 1) f ON true
 WHERE NOT EXISTS (
   SELECT FROM book_match m WHERE m.tenant_id = $1 AND m.account = $2 AND m.transfer_id = e.id)`;

const ALL = `${entriesSql('true')} ORDER BY e.seq LIMIT $3`;
const NAMED = entriesSql('t.id = ANY ($3::bigint[])');
const SUM = `SELECT coalesce(sum(cents), 0)::bigint AS cents FROM (${entriesSql('true')}) AS open`;

export type ListedEntry = {
  readonly id: bigint;
  readonly seq: bigint;
  readonly key: string;
  /** Day that it counts for. */
  readonly day: string;
  /** Day on which it was posted, from which on it is in the balance. */
  readonly posted_day: string;
  readonly cents: bigint;
  /** File of the bank that it came with. */
  readonly group: string | null;
};

/** Unmatched entries of an account since its first statement, the oldest first. `most` null: all. */
export function listEntries(tx: Tx, { tenantId, account }: Of, most: number | null): Promise<ListedEntry[]> {
  return tx.query(ALL, [tenantId, account, most]);
}

/** Entries for these transfers. */
export function entriesOf(tx: Tx, { tenantId, account }: Of, ids: readonly bigint[]): Promise<ListedEntry[]> {
  return tx.query(NAMED, [tenantId, account, ids]);
}

// What a charge has posted is the first transfer of its payment; the others have its key with a number behind. A refund
// that the gateway has not made is a part of what the chargeback took.
const PARTS = `
SELECT m.key, p.charge, p.name
  FROM transfer m
 CROSS JOIN LATERAL (
   SELECT c.id AS charge, 'charge' AS name FROM gateway_charge c WHERE c.tenant_id = $1 AND c.transfer_id = m.id
    UNION ALL
   SELECT c.id, 'chargeback' FROM gateway_charge c WHERE c.tenant_id = $1 AND c.chargeback_transfer_id = m.id
    UNION ALL
   SELECT d.charge_id, 'chargeback' FROM gateway_dispute d WHERE d.tenant_id = $1 AND d.taken_transfer_id = m.id
    UNION ALL
   SELECT d.charge_id, 'won ' || d.id FROM gateway_dispute d WHERE d.tenant_id = $1 AND d.won_transfer_id = m.id
    UNION ALL
   SELECT r.charge_id, CASE r.state WHEN 'Stopped' THEN 'chargeback' ELSE 'refund ' || r.key END
     FROM gateway_refund r WHERE r.tenant_id = $1 AND r.transfer_id = m.id
    UNION ALL
   SELECT r.charge_id, 'returned ' || r.key
     FROM gateway_refund r WHERE r.tenant_id = $1 AND r.came_back_transfer_id = m.id
    UNION ALL
   SELECT r.charge_id, CASE r.state WHEN 'Paid' THEN 'refund ' || r.key ELSE 'chargeback' END
     FROM gateway_refund r WHERE r.tenant_id = $1 AND r.paid_transfer_id = m.id) p
 WHERE m.tenant_id = $1 AND m.key = ANY ($2::text[])`;

/** Key of the first transfer of a payment, by that of any of its transfers. */
const firstKeyOf = (key: string) => /^(pay:[\w-]+)(?::before)?:\d+$/.exec(key)?.[1] ?? key;

/** Parts of charges of the gateway that entries belong to. */
async function partsByEntry(
  tx: Tx,
  { tenantId, account }: Of,
  entries: readonly ListedEntry[],
): Promise<(entry: ListedEntry) => ChargePart | null> {
  if (account !== 'gateway' || entries.length === 0) return () => null;
  const keys = [...new Set(entries.map(({ key }) => firstKeyOf(key)))];
  const rows = await tx.query<ChargePart & { readonly key: string }>(PARTS, [tenantId, keys]);
  const parts = new Map(rows.map(({ key, charge, name }) => [key, { charge, name }]));
  return ({ key }) => parts.get(firstKeyOf(key)) ?? null;
}

/** Entries as they are matched. */
export async function toOpenEntries(tx: Tx, of: Of, entries: readonly ListedEntry[]): Promise<OpenEntry[]> {
  const partOf = await partsByEntry(tx, of, entries);
  return entries.map((entry) => {
    const { id: transferId, day, cents, group } = entry;
    return { transferId, day, cents, group, part: partOf(entry) };
  });
}

/** Cents of all unmatched entries. */
export async function sumEntries(tx: Tx, { tenantId, account }: Of): Promise<bigint> {
  return (await tx.first<{ cents: bigint }>(SUM, [tenantId, account]))?.cents ?? 0n;
}

const MATCHED = `
UPDATE book_statement_line l SET is_matched = true
  FROM ${arrayRows('m', 2, { statement_id: 'bigint', line: 'integer' })}
 WHERE l.tenant_id = $1 AND l.statement_id = m.statement_id AND l.line = m.line`;
const MATCHES = `
INSERT INTO book_match (tenant_id, account, transfer_id, statement_id, line, is_by_hand)
SELECT $1, $2, m.transfer_id, m.statement_id, m.line, $6
  FROM ${arrayRows('m', 3, { transfer_id: 'bigint', statement_id: 'bigint', line: 'integer' })}`;

type SavedMatch = {
  readonly line: Pick<OpenLine, 'statementId' | 'line'> | null;
  readonly entries: readonly Pick<OpenEntry, 'transferId'>[];
};

export async function saveMatches(
  tx: Tx,
  { tenantId, account }: Of,
  matches: readonly SavedMatch[],
  isByHand = false,
): Promise<void> {
  if (matches.length === 0) return;
  const lines = matches.flatMap(({ line }) => line ?? []);
  await tx.run(MATCHED, [tenantId, lines.map(({ statementId }) => statementId), lines.map(({ line }) => line)]);
  const entries = matches.flatMap(({ line, entries: found }) => found.map((entry) => ({ line, entry })));
  await tx.run(MATCHES, [
    tenantId,
    account,
    entries.map(({ entry }) => entry.transferId),
    entries.map(({ line }) => line?.statementId ?? null),
    entries.map(({ line }) => line?.line ?? null),
    isByHand,
  ]);
}

// The first unmatched entry of each side is found by its index; without one, the last entry of all.
const MOVE_UP = `
UPDATE book_compared c
   SET up_to_seq = greatest(c.up_to_seq, coalesce(
         (SELECT min(open.seq) - 1 FROM (
           (SELECT t.debit_seq AS seq FROM transfer t WHERE t.debit_account_id = a.id AND t.debit_seq > c.up_to_seq
             AND NOT EXISTS (SELECT FROM book_match m
                              WHERE m.tenant_id = $1 AND m.account = $2 AND m.transfer_id = t.id)
           ORDER BY t.debit_seq LIMIT 1)
           UNION ALL
           (SELECT t.credit_seq AS seq FROM transfer t WHERE t.credit_account_id = a.id AND t.credit_seq > c.up_to_seq
             AND NOT EXISTS (SELECT FROM book_match m
                              WHERE m.tenant_id = $1 AND m.account = $2 AND m.transfer_id = t.id)
           ORDER BY t.credit_seq LIMIT 1)) AS open),
         (SELECT max(ended.seq) FROM (
           (SELECT max(t.debit_seq) AS seq FROM transfer t WHERE t.debit_account_id = a.id)
           UNION ALL
           (SELECT max(t.credit_seq) AS seq FROM transfer t WHERE t.credit_account_id = a.id)) AS ended),
         0))
  FROM ledger_account a
 WHERE c.tenant_id = $1 AND c.account = $2 AND a.tenant_id = c.tenant_id AND a.kind = c.account AND ${OWN}`;

/** Leaves out from now on the entries before the first unmatched one. */
export async function moveUp(tx: Tx, { tenantId, account }: Of): Promise<void> {
  await tx.run(MOVE_UP, [tenantId, account]);
}

/**
 * SQL: what processors have said of the scheme's account up to a day, in sum: their settlements say no balance. No row
 * where none has.
 */
export const settledSql = (until: string) => `
SELECT sum(d.cleared + d.refunded + d.disputed + d.interchange + d.fees + d.funded + d.other + d.paid)::bigint AS closing
  FROM book_settlement d
 WHERE d.tenant_id = $1 AND $2 = 'schemeSettlement' AND d.read_at IS NOT NULL AND ${until}
HAVING count(*) > 0`;

const SETTLED = settledSql('true');

const TOTALS = `
SELECT (SELECT sum(c.closing)::bigint FROM (
           (SELECT s.closing FROM book_statement s
             WHERE s.tenant_id = $1 AND s.account = $2 AND s.refused IS NULL AND s.closing IS NOT NULL
             ORDER BY s.last_day DESC NULLS LAST, s.id DESC LIMIT 1)
           UNION ALL ${SETTLED}) AS c) AS closing,
       (SELECT max(s.last_day)::text FROM book_statement s
         WHERE s.tenant_id = $1 AND s.account = $2 AND s.refused IS NULL) AS last_day,
       coalesce((SELECT -a.balance FROM ledger_account a WHERE a.tenant_id = $1 AND a.kind = $2 AND ${OWN}), 0)::bigint AS books,
       coalesce((SELECT sum(l.cents) FROM book_statement_line l
                  WHERE l.tenant_id = $1 AND l.account = $2 AND NOT l.is_matched), 0)::bigint AS lines`;

export type Totals = {
  readonly closing: bigint | null;
  readonly last_day: string | null;
  /** Balance of the account, seen from the other side. */
  readonly books: bigint;
  /** Sum of the unmatched lines. */
  readonly lines: bigint;
};

export async function readTotals(tx: Tx, { tenantId, account }: Of): Promise<Totals> {
  const row = await tx.first<Totals>(TOTALS, [tenantId, account]);
  if (!row) throw new Error('sums are one row');
  return row;
}

const OWED = `
SELECT (-sum(balance))::bigint AS cents FROM ledger_account WHERE tenant_id = $1 AND kind <> 'cardholder'`;

/** Cents of all cardholders: the other side of the programme's own accounts. Null: it has none yet. */
export async function readOwed(tx: Tx, tenantId: number): Promise<bigint | null> {
  return (await tx.first<{ cents: bigint | null }>(OWED, [tenantId]))?.cents ?? null;
}

const BETWEEN = `
SELECT kind, sum(balance)::bigint AS cents FROM ledger_account
 WHERE tenant_id = $1 AND kind <> 'cardholder' AND kind <> 'bank'
 GROUP BY kind HAVING sum(balance) <> 0 ORDER BY abs(sum(balance)) DESC, kind`;

/** Accounts of the programme between its bank and its cardholders that are not at zero, the largest first. */
export function listBetween(
  tx: Tx,
  tenantId: number,
): Promise<{ readonly kind: Exclude<AccountKind, 'cardholder' | 'bank'>; readonly cents: bigint }[]> {
  return tx.query(BETWEEN, [tenantId]);
}

export function toOpenLine(line: ListedLine, known: ReadonlyMap<string, bigint>): OpenLine {
  const { statement_id: statementId, day, cents, reference } = line;
  const transferIds = referencesIn(reference).flatMap((one) => known.get(one) ?? []);
  return { statementId, line: line.line, day, cents, reference, transferIds };
}
