import { wholeNumber } from './typed-input.ts';

/** Input of every command that lists rows: the number of the page. */
export const pageInput = { page: wholeNumber(1, 1_000).default(1) };

type Paged = { readonly config: { readonly desk: { readonly rowsShown: number } } };

/**
 * A page of rows, so that staff can reach every row. `list` answers the given number of rows from the first, in its
 * order.
 */
export async function pageOf<Row>(
  { config }: Paged,
  { page }: { readonly page: number },
  list: (most: number) => Promise<readonly Row[]>,
): Promise<{ readonly shown: readonly Row[]; readonly hasMore: boolean }> {
  const { rowsShown } = config.desk;
  const until = page * rowsShown;
  // One row more than shown tells whether there are more rows.
  const found = await list(until + 1);
  return { shown: found.slice(until - rowsShown, until), hasMore: found.length > until };
}
