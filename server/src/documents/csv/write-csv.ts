import { decimal, type Table, type TableCell } from '../table.domain.ts';

/** Excel takes a file for UTF-8 by it alone. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What spreadsheets take for a formula, also behind white space and in the wide forms of Chinese
 * keyboards. A CSV file has no types, so such a text begins with an apostrophe.
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Comma-separated values: a line of titles, dates as `2026-11-20`, amounts as numbers with their signs. */
export async function* writeCsv({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK + lineOf(columns.map(({ title }) => title)));
  for await (const some of rows) {
    yield Buffer.from(some.map(lineOf).join(''));
  }
}

function lineOf(cells: readonly TableCell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`;
}

function fieldOf(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return decimal(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
