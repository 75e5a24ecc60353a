/** Cell type of a column. */
export type ColumnKind = 'text' | 'date' | 'money';

export type TableColumn = {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Width in characters, for files with column widths. */
  readonly width: number;
};

/** `2026-11-20` in a date column, signed cents in a money column; null is an empty cell. */
export type TableCell = string | bigint | null;
export type TableRow = readonly TableCell[];

/** Table to be written as a spreadsheet. Its rows are read on demand. */
export type Table = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly TableRow[]>;
};

/** `-12.50` in every language, because programs read it. */
export function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
