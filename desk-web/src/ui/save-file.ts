/** A file as commands answer it: its content in base64. */
export type SavedFile = { readonly name: string; readonly type: string; readonly content: string };

/**
 * Saves a file that a command returns in base64. It is saved and not opened here, because its content may come from
 * outside.
 */
export function saveFile({ name, type, content }: SavedFile): void {
  save(name, new Blob([Uint8Array.fromBase64(content)], { type }));
}

/** A text that a spreadsheet reads as a formula, also after white space. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

const cellOf = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Saves rows as comma-separated values, with the mark by which Excel knows UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`);
  save(name, new Blob([`\uFEFF${lines.join('')}`], { type: 'text/csv' }));
}

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
