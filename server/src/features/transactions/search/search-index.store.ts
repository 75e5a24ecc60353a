import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { kindOf, wordingsOf } from '../transaction.view.ts';
import {
  categoryWord,
  type IndexedRow,
  type IndexMark,
  planIndexing,
  type SequenceRange,
  wordsOf,
} from './search-words.domain.ts';

/** An account whose rows are searched. */
export type SearchedAccount = {
  readonly tenantId: number;
  readonly ledgerAccountId: bigint;
  /** Sequence of the newest row. */
  readonly newest: bigint;
};

// One of several concurrent searches of an account extends the index; the others do not wait for it.
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('transaction search:' || $1::text, 0)) AS is_mine`;
const MARK = `SELECT low, high FROM transaction_word_mark WHERE tenant_id = $1 AND ledger_account_id = $2`;
const SAVE_MARK = `
INSERT INTO transaction_word_mark (ledger_account_id, low, high, tenant_id) VALUES ($2, $3, $4, $1)
ON CONFLICT (ledger_account_id) DO UPDATE SET low = excluded.low, high = excluded.high`;

/**
 * Extends the index of an account up to its newest row, and further back where it does not reach the first one. Returns
 * the Sequence above which rows can be found.
 */
export async function extendIndex(tx: Tx, account: SearchedAccount): Promise<bigint> {
  const { tenantId, ledgerAccountId, newest } = account;
  const lock = await tx.first<{ is_mine: boolean }>(TRY_LOCK, [ledgerAccountId]);
  const mark = await tx.first<IndexMark>(MARK, [tenantId, ledgerAccountId]);
  if (!lock?.is_mine) return mark?.low ?? newest;
  const plan = planIndexing(mark, newest);
  for (const range of plan.ranges) await indexRange(tx, account, range);
  if (plan.ranges.length > 0) {
    await tx.run(SAVE_MARK, [tenantId, ledgerAccountId, plan.mark.low, plan.mark.high]);
  }
  return plan.mark.low;
}

/** Sequence above which rows can be found now, without extending the index. 0: all rows. */
export async function indexedDownTo(tx: Tx, { tenantId, ledgerAccountId, newest }: SearchedAccount): Promise<bigint> {
  const mark = await tx.first<IndexMark>(MARK, [tenantId, ledgerAccountId]);
  return mark && mark.high >= newest ? mark.low : newest;
}

type UnindexedRow = {
  readonly seq: bigint;
  readonly amount: bigint;
  readonly description: string | null;
  readonly counterparty: string | null;
  readonly raw_description: string | null;
  readonly reference: string | null;
  readonly category: SpendingCategory | null;
  readonly kind: TransactionKind | null;
  readonly code: number;
};

const ROWS = `
SELECT e.seq, e.amount, e.code, d.kind, d.description, d.counterparty, d.raw_description, d.reference, d.category
FROM entry e
LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4
ORDER BY e.seq`;

const ADD_WORDS = `
INSERT INTO transaction_word (ledger_account_id, word, seq, tenant_id)
SELECT $2, word, seq, $1 FROM unnest($3::text[], $4::bigint[]) AS new (word, seq)
ON CONFLICT DO NOTHING`;

// A row that is not indexed yet has no word to move.
const MOVE_WORD = `
WITH moved AS (
  DELETE FROM transaction_word WHERE ledger_account_id = $2 AND tenant_id = $1 AND word = $4 AND seq = $3 RETURNING seq
)
INSERT INTO transaction_word (ledger_account_id, word, seq, tenant_id) SELECT $2, $5, seq, $1 FROM moved
ON CONFLICT DO NOTHING`;

/** Finds a row by its new category instead of the former one. */
export async function moveCategoryWord(
  tx: Tx,
  { tenantId, ledgerAccountId }: Pick<SearchedAccount, 'tenantId' | 'ledgerAccountId'>,
  { seq, from, to }: { readonly seq: bigint; readonly from: SpendingCategory; readonly to: SpendingCategory },
): Promise<void> {
  await tx.run(MOVE_WORD, [tenantId, ledgerAccountId, seq, categoryWord(from), categoryWord(to)]);
}

const ROWS_AT_ONCE = 1_000n;

async function indexRange(tx: Tx, { tenantId, ledgerAccountId }: SearchedAccount, range: SequenceRange): Promise<void> {
  for (let upTo = range.upTo; upTo > range.after; upTo -= ROWS_AT_ONCE) {
    const after = upTo - ROWS_AT_ONCE > range.after ? upTo - ROWS_AT_ONCE : range.after;
    const rows = await tx.query<UnindexedRow>(ROWS, [tenantId, ledgerAccountId, after, upTo]);
    const words: string[] = [];
    const sequences: bigint[] = [];
    for (const row of rows) {
      for (const word of wordsOf(toIndexedRow(row))) {
        words.push(word);
        sequences.push(row.seq);
      }
    }
    await tx.run(ADD_WORDS, [tenantId, ledgerAccountId, words, sequences]);
  }
}

function toIndexedRow(row: UnindexedRow): IndexedRow {
  const { amount, description, counterparty, reference, category, raw_description: rawDescription } = row;
  const kind = kindOf(row);
  const wordings = Object.values(wordingsOf(kind, description ?? '') ?? {});
  return { amount, description, counterparty, rawDescription, reference, category, kind, wordings };
}
