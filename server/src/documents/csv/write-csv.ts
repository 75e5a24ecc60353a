import { type Options, stringify } from 'csv-stringify/sync';
import { decimal, type Table } from '../table.domain.ts';

/**
 * Matches text that spreadsheets read as a formula, also after white space and in the full-width forms of Chinese
 * keyboards, which `escape_formulas` misses. A CSV file has no types, so such a text gets a leading apostrophe.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

const OPTIONS: Options = {
  record_delimiter: '\r\n',
  // Outer white space, which some readers drop, and line ends within a text.
  quoted_match: /^\s|\s$|[\r\n]/,
  cast: { bigint: decimal, string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
};

/** Comma-separated values: a header, dates as `2026-11-20`, amounts as signed numbers. */
export async function* writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 only by the byte order mark.
  yield Buffer.from(stringify([columns.map(({ title }) => title)], { ...OPTIONS, bom: true }));
  for await (const some of rows)
    yield Buffer.from(
      stringify(
        some.map((row) => [...row]),
        OPTIONS,
      ),
    );
}
