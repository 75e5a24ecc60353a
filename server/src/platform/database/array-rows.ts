/**
 * Rows to insert, built from array parameters starting at `$first`: one array for each column, all of the
 * same length. `n` is the row number, from 1. Equivalent to `unnest` of all arrays, which costs two to four
 * times as much because it calls a function and fills a tuplestore for each array. Do not join the result
 * with a table: a generic plan assumes a thousand rows.
 */
export function arrayRows(alias: string, first: number, columns: Readonly<Record<string, string>>): string {
  const parameters = Object.entries(columns).map(([name, type], place) => ({
    name,
    array: `$${first + place}::${type}[]`,
  }));
  const [longest] = parameters;
  if (!longest) throw new Error('rows without a column');
  const values = parameters.map(({ name, array }) => `(${array})[n] AS ${name}`);
  return `(SELECT n, ${values.join(', ')} FROM generate_series(1, cardinality(${longest.array})) AS n) AS ${alias}`;
}
