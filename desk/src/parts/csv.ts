/** A text that a spreadsheet reads as a formula, also after white space. */
const FORMULA = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

const cellOf = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Comma-separated values as spreadsheets read them, with the mark by which Excel knows UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
