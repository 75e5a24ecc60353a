/** Type of the cells of a column. */
export type ColumnKind = 'text' | 'date' | 'money';

export type TableColumn = {
  readonly title: string;
  readonly kind: ColumnKind;
  /** Width in characters, where the file has widths. */
  readonly width: number;
};

/** `2026-11-20` in a column of dates, signed cents in a column of money; null is an empty cell. */
export type TableCell = string | bigint | null;
export type TableRow = readonly TableCell[];

/** A table that is written as a spreadsheet. Its rows are read piece by piece while the file is made. */
export type Table = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly TableRow[]>;
};

/** `-12.50`, whatever the language: a program reads it. */
export function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
