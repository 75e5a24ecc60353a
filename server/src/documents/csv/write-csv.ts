import { type Options, stringify } from 'csv-stringify/sync';
import { decimal, type Table } from '../table.domain.ts';

/**
 * Matches text that spreadsheets take for a formula, also behind white space and in the full-width forms of Chinese
 * keyboards, which `escape_formulas` misses. A CSV file has no types, so such a text gets a leading apostrophe.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

const OPTIONS: Options = {
  record_delimiter: '\r\n',
  // White space at the ends, which some readers drop, and line ends other than that of a record.
  quoted_match: /^\s|\s$|[\r\n]/,
  cast: { bigint: decimal, string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
};

/** Comma-separated values: a line of titles, dates as `2026-11-20`, amounts as numbers with their signs. */
export async function* writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  // Excel takes a file for UTF-8 by its byte order mark alone.
  yield Buffer.from(stringify([columns.map(({ title }) => title)], { ...OPTIONS, bom: true }));
  for await (const some of rows)
    yield Buffer.from(
      stringify(
        some.map((row) => [...row]),
        OPTIONS,
      ),
    );
}
