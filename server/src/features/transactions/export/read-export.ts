import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notesToSearch } from '../notes/note.store.ts';
import { type Criteria, filterOf, termsOfCriteria } from '../search/criteria.ts';
import { extendIndex, type SearchedAccount } from '../search/search-index.store.ts';
import { type Filter, findSequences, readMatches } from '../search/search.store.ts';
import type { PostedRow } from '../transaction.store.ts';

/** Rows to export: those of an account that match, within a range of Sequences where one is given. */
export type Wanted = {
  readonly account: SearchedAccount;
  readonly criteria: Criteria;
  /** Person whose notes are searched too. */
  readonly reader: Session;
  /** Both ends are included. */
  readonly range?: { readonly first: bigint; readonly last: bigint };
};

const ROWS_AT_ONCE = 500;
const MOST_SEQUENCES = 10_000_000;
/** No sums are needed. */
const NO_SUMS = 0;

const above = (seq: bigint) => seq + 1n;

async function filterOfWanted(tx: Tx, { account, criteria, range }: Wanted): Promise<Filter> {
  const filter = await filterOf(tx, account, criteria);
  if (!range) return filter;
  const after = range.first - 1n;
  return {
    ...filter,
    after: after > filter.after ? after : filter.after,
    upTo: range.last < filter.upTo ? range.last : filter.upTo,
  };
}

/** Whether there is any row. Words are ignored, because the search index may be incomplete. */
export async function hasRows(tx: Tx, wanted: Wanted): Promise<boolean> {
  const filter = await filterOfWanted(tx, wanted);
  const { rows } = await readMatches(
    tx,
    wanted.account,
    filter,
    { before: above(filter.upTo), count: 1, most: NO_SUMS },
    undefined,
  );
  return rows.length > 0;
}

/** Rows newest first, a few hundred at a time, each batch in a separate short transaction. */
export async function* readExport(ctx: AppContext, wanted: Wanted): AsyncGenerator<readonly PostedRow[]> {
  const { account, criteria, reader } = wanted;
  const { tenantId } = account;
  // Rows may be read from a standby, and words only from the primary.
  const read = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.read(tenantId, work);
  const index = <T>(work: (tx: Tx) => Promise<T>) => ctx.database.transact(tenantId, work);
  const filter = await read((tx) => filterOfWanted(tx, wanted));
  const terms = termsOfCriteria(criteria);
  const page = (before: bigint, sequences?: readonly bigint[]) =>
    read(async (tx) => {
      const asked = { before, count: ROWS_AT_ONCE, most: NO_SUMS };
      return (await readMatches(tx, account, filter, asked, sequences)).rows;
    });

  if (terms.length === 0) {
    let rows = await page(above(filter.upTo));
    while (rows.length > 0) {
      yield rows;
      const last = rows.at(-1);
      rows = last && rows.length === ROWS_AT_ONCE ? await page(last.seq) : [];
    }
    return;
  }
  while ((await index((tx) => extendIndex(tx, account))) > filter.after) {
    // Another part of the account has been indexed: on with the next.
  }
  const sequences = await index(async (tx) => {
    const notes = criteria.text ? await notesToSearch(tx, reader, account.ledgerAccountId) : [];
    return findSequences(tx, account, terms, filter, { most: MOST_SEQUENCES, notes });
  });
  for (let at = 0; at < sequences.length; at += ROWS_AT_ONCE) {
    const rows = await page(above(filter.upTo), sequences.slice(at, at + ROWS_AT_ONCE));
    if (rows.length > 0) yield rows;
  }
}
