/**
 * Rows to insert, made of arrays, the parameters from `$first` on: one for each column, all of one length,
 * with the place of each row as `n`, from 1. The same as `unnest` of them all, which costs twice to four
 * times as much: it calls a function and fills a store for each of the arrays. Not to be joined with a
 * table: a plan for any number of rows takes a thousand for granted.
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
