import { KEEP_APART } from '../../../platform/database/keep-apart.ts';
import { PROGRAMME_ZONE } from '../../../platform/time/programme-zone.domain.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { PART_COLUMNS, type PostedRow, WITH_PARTS } from '../transaction.store.ts';
import { matchesTerm, type Term, type WordRange } from './search-words.domain.ts';

export type Place = { readonly tenantId: number; readonly ledgerAccountId: bigint };

/** Filter of rows besides words. Bounds are included. */
export type Filter = {
  /** Signed cents. */
  readonly least: bigint;
  readonly most: bigint;
  /** Cents without a sign. */
  readonly size: bigint;
  /** Effective time, milliseconds; `until` is excluded. */
  readonly from: number;
  readonly until: number;
  /** Sequence. */
  readonly after: bigint;
  readonly upTo: bigint;
};

/** Maximum number of words for one prefix. */
const EXPANDED_MAX = 64;

// Jumps from word to word along the index, however many rows have each word.
const WORDS = `
WITH RECURSIVE found AS (
  (SELECT word FROM transaction_word
   WHERE ledger_account_id = $2 AND tenant_id = $1 AND word >= $3 AND word < $4 ORDER BY word LIMIT 1)
  UNION ALL
  SELECT (SELECT next.word FROM transaction_word next
          WHERE next.ledger_account_id = $2 AND next.tenant_id = $1 AND next.word > found.word AND next.word < $4
          ORDER BY next.word LIMIT 1)
  FROM found WHERE found.word IS NOT NULL
)
SELECT word FROM found WHERE word IS NOT NULL LIMIT ${EXPANDED_MAX}`;

async function wordsIn(tx: Tx, { tenantId, ledgerAccountId }: Place, range: WordRange): Promise<string[]> {
  const rows = await tx.query<{ word: string }>(WORDS, [tenantId, ledgerAccountId, range.low, range.high]);
  return rows.map(({ word }) => word);
}

const SEQUENCES = `
SELECT DISTINCT hit.seq
FROM unnest($3::text[]) AS asked (word)
CROSS JOIN LATERAL (
  SELECT seq FROM transaction_word
  WHERE ledger_account_id = $2 AND tenant_id = $1 AND word = asked.word AND seq > $4 AND seq <= $5
  ORDER BY seq DESC LIMIT $6
) AS hit
ORDER BY hit.seq DESC LIMIT $6`;

/** Sequences of the newest rows that match a term, at most `most`. */
async function sequencesOf(tx: Tx, place: Place, term: Term, filter: Filter, most: number): Promise<bigint[]> {
  const words = (await Promise.all(term.map((range) => wordsIn(tx, place, range)))).flat();
  if (words.length === 0) return [];
  const rows = await tx.query<{ seq: bigint }>(SEQUENCES, [
    place.tenantId,
    place.ledgerAccountId,
    words,
    filter.after,
    filter.upTo,
    most,
  ]);
  return rows.map(({ seq }) => seq);
}

/** A note of the person who searches. */
export type OwnNote = { readonly seq: bigint; readonly words: string };

/** Sequences of rows that match every term, in their own words or in those of a note on them, the newest first. */
export async function findSequences(
  tx: Tx,
  place: Place,
  terms: readonly Term[],
  filter: Filter,
  { most, notes }: { readonly most: number; readonly notes: readonly OwnNote[] },
): Promise<bigint[]> {
  const inRange = notes.filter(({ seq }) => seq > filter.after && seq <= filter.upTo);
  const found = await Promise.all(
    terms.map(async (term) => {
      const noted = inRange.filter(({ words }) => matchesTerm(words, term)).map(({ seq }) => seq);
      const own = await sequencesOf(tx, place, term, filter, most);
      return noted.length === 0 ? own : newestOf([...own, ...noted]);
    }),
  );
  const [rarest = [], ...others] = found.toSorted((a, b) => a.length - b.length);
  const sets = others.map((sequences) => new Set(sequences));
  return rarest.filter((seq) => sets.every((set) => set.has(seq)));
}

function newestOf(sequences: readonly bigint[]): bigint[] {
  return [...new Set(sequences)].toSorted((one, other) => (one < other ? 1 : -1));
}

const FILTERED = `
e.tenant_id = $1 AND e.account_id = $2 AND e.amount BETWEEN $3 AND $4 AND e.effective_at >= $5 AND e.effective_at < $6
  AND e.seq > $7 AND e.seq <= $8 AND abs(e.amount) >= $9`;

const COLUMNS = `
SELECT e.seq, e.amount, e.balance_after, e.effective_at AS at, e.code, d.kind, d.category, d.description,
       d.counterparty, d.raw_description, d.channel, d.country, d.card_last4, d.public_id, d.reference,
       d.shop_amount, d.shop_currency, d.shop_exponent, d.shop_rate, ${PART_COLUMNS}`;
const WITH_WORDS = `LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq ${WITH_PARTS}`;

const ROWS_OF_RANGE = `
${COLUMNS} FROM (
  SELECT e.* FROM entry e WHERE ${FILTERED} AND e.seq < $10 ORDER BY e.seq DESC LIMIT $11
) AS e ${WITH_WORDS}
ORDER BY e.seq DESC`;

// Row by row (KEEP_APART), each by its own Sequence: a join could read the whole account instead.
const OF_SEQUENCES = `
FROM unnest($10::bigint[]) AS hit (seq)
CROSS JOIN LATERAL (SELECT e.* FROM entry e WHERE ${FILTERED} AND e.seq = hit.seq ${KEEP_APART}) AS e`;

const ROWS_OF_SEQUENCES = `
${COLUMNS} FROM (
  SELECT e.* ${OF_SEQUENCES} WHERE hit.seq < $11 ORDER BY e.seq DESC LIMIT $12
) AS e ${WITH_WORDS}
ORDER BY e.seq DESC`;

const SUMS = `
to_char(effective_at AT TIME ZONE '${PROGRAMME_ZONE}', 'YYYY-MM') AS month, count(*) AS total, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS money_in,
coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS money_out`;
const SUMS_OF_RANGE = `
SELECT ${SUMS} FROM (
  SELECT e.amount, e.effective_at FROM entry e WHERE ${FILTERED} ORDER BY e.seq DESC LIMIT $10
) AS matched GROUP BY 1 ORDER BY 1 DESC`;
const SUMS_OF_SEQUENCES = `
SELECT ${SUMS} FROM (SELECT e.amount, e.effective_at ${OF_SEQUENCES}) AS matched GROUP BY 1 ORDER BY 1 DESC`;

/** Sums of the matches of a month, `2026-11`. */
export type MonthSums = {
  readonly month: string;
  readonly total: bigint;
  readonly money_in: bigint;
  readonly money_out: bigint;
};

/** Page of a search: rows below a Sequence, and sums of at most `most` rows. */
export type Asked = { readonly before: bigint; readonly count: number; readonly most: number };

/** Rows, and sums by month, newest first: of the given Sequences or, without any, of every row that passes the filter. */
export async function readMatches(
  tx: Tx,
  { tenantId, ledgerAccountId }: Place,
  filter: Filter,
  { before, count, most }: Asked,
  sequences: readonly bigint[] | undefined,
): Promise<{ readonly rows: PostedRow[]; readonly months: MonthSums[] }> {
  const { least, most: highest, size, after, upTo } = filter;
  const from = new Date(filter.from);
  const until = new Date(filter.until);
  const values = [tenantId, ledgerAccountId, least, highest, from, until, after, upTo, size];
  const [rows, months] = await Promise.all(
    sequences === undefined
      ? [
          tx.query<PostedRow>(ROWS_OF_RANGE, [...values, before, count]),
          tx.query<MonthSums>(SUMS_OF_RANGE, [...values, most]),
        ]
      : [
          tx.query<PostedRow>(ROWS_OF_SEQUENCES, [...values, sequences, before, count]),
          tx.query<MonthSums>(SUMS_OF_SEQUENCES, [...values, sequences]),
        ],
  );
  return { rows, months };
}
