import { wholeNumber } from './typed-input.ts';

/** Input of a command that lists, beside its own: which page of the rows is shown. */
export const pageInput = { page: wholeNumber(1, 1_000).default(1) };

type Paged = { readonly config: { readonly desk: { readonly rowsShown: number } } };

/**
 * A page of what a command lists, so that every row can be reached. `list` answers as many rows as it is asked for, in
 * its order and from the first.
 */
export async function pageOf<Row>(
  { config }: Paged,
  { page }: { readonly page: number },
  list: (most: number) => Promise<readonly Row[]>,
): Promise<{ readonly shown: readonly Row[]; readonly hasMore: boolean }> {
  const { rowsShown } = config.desk;
  const until = page * rowsShown;
  // One more than is shown, so that the answer can say that there are more.
  const found = await list(until + 1);
  return { shown: found.slice(until - rowsShown, until), hasMore: found.length > until };
}
