type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Chinese characters and the full-width forms beside them take two places in a terminal. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** `askedBy` as a heading: `Asked by`. */
function heading(column: string): string {
  const words = column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as a terminal may show it: a name that holds control characters controls nothing. */
export function shown(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replaceAll(/\p{C}/gu, '\ufffd');
}

/** Rows as a table; where that is wider than the terminal, each row as a list of its fields. */
export function tableOf(rows: readonly Row[], terminalWidth: number): string {
  if (rows.length === 0) return 'Nothing was found.';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => shown(row[column])));
  const head = columns.map(heading);
  const widths = head.map((title, at) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))));
  const width = widths.reduce((sum, one) => sum + one + 2, -2);
  if (width > terminalWidth) return cells.map((row) => listOf(head, row)).join('\n\n');
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((one) => '─'.repeat(one))), ...cells.map(line)].join('\n');
}

function listOf(head: readonly string[], row: readonly string[]): string {
  const width = Math.max(...head.map(widthOf));
  return head.map((title, at) => `${padded(title, width)}  ${row[at] ?? ''}`.trimEnd()).join('\n');
}
