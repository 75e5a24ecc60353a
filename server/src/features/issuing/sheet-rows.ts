import { isBlank, nameText } from '@wattle/contract/rules/typed-text.ts';
import { csvValues } from '../../platform/text/csv.domain.ts';
import { COLUMNS, REQUIRED_COLUMNS } from './card-row.ts';
import { columnNamed, rowsIn, separatorIn, separatorOf, withinColumns } from './sheet.domain.ts';

/** The file is refused as a whole, and nothing was done. Its message has a line for each fault. */
export class PeopleFileError extends Error {}

/** A row of a file of people and cards. */
export type SheetRow = {
  /** First line of the row in the file, and its place in the sheet; the header is the first of both. */
  readonly line: number;
  readonly row: number;
  /** Columns of the file. */
  readonly columns: readonly string[];
  /** Values by column; null: its quotes or the number of its values are wrong. */
  readonly values: Readonly<Record<string, string>> | null;
};

/** Reads a file of people and cards row by row. Throws PeopleFileError. */
export async function* sheetRows(lines: AsyncIterable<string>): AsyncGenerator<SheetRow> {
  let columns: readonly string[] | undefined;
  let separator: string | undefined;
  let row = 0;
  const fits = (values: readonly string[]) =>
    !columns || withinColumns(values, columns.length).length === columns.length;
  for await (const { number: line, text } of rowsIn(lines, fits, () => separator ?? ',')) {
    row += 1;
    if (isBlank(text) || text.startsWith('#')) continue;
    if (!columns && separator === undefined) {
      separator = separatorOf(text);
      // A spreadsheet does not show the line that names its separator.
      if (separator !== undefined) row -= 1;
      if (separator !== undefined) continue;
      separator = separatorIn(text);
    }
    const values = csvValues(text, separator)?.map(nameText) ?? null;
    if (values?.every((value) => value === '')) continue;
    if (!columns) columns = columnsOf(values);
    else yield { line, row, columns, values: valuesOf(columns, values) };
  }
  if (!columns) throw new PeopleFileError('is empty');
}

function valuesOf(columns: readonly string[], typed: readonly string[] | null): SheetRow['values'] {
  const values = typed && withinColumns(typed, columns.length);
  if (values?.length !== columns.length) return null;
  return Object.fromEntries(columns.map((name, at) => [name, values[at] ?? '']));
}

function columnsOf(typed: readonly string[] | null): readonly string[] {
  if (!typed) throw new PeopleFileError('the header is broken');
  const last = typed.findLastIndex((name) => name !== '');
  const values = typed.slice(0, last + 1).map((name) => columnNamed(COLUMNS, name));
  const nameless = values.findIndex((name) => name === '');
  if (nameless >= 0) throw new PeopleFileError(`column ${nameless + 1} has no name`);
  const faults = [
    ...values.filter((name) => !COLUMNS.includes(name)).map((name) => `${name}: is no column`),
    ...values.filter((name, at) => values.indexOf(name) < at).map((name) => `${name}: is a column twice`),
    ...REQUIRED_COLUMNS.filter((name) => !values.includes(name)).map((name) => `${name}: is missing`),
  ];
  if (faults.length > 0) throw new PeopleFileError(faults.join('\n'));
  return values;
}
