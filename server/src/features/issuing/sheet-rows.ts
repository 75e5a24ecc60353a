import { isBlank, nameText } from '@wattle/contract/rules/typed-text.ts';
import { readWorkbook } from '../../documents/xlsx/read-workbook.ts';
import { WorkbookFault } from '../../documents/xlsx/unpack-workbook.ts';
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

/** Day of a cell in a month's column, which a spreadsheet takes for the first of the month. */
const FIRST_OF_MONTH = /^(\d{4}-\d{2})-01$/;
const MONTH_COLUMN = 'expiry';

/** Rows of the sheet of a workbook that has people. Hidden sheets are not read. Throws PeopleFileError. */
export async function* workbookRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const sheets = await readWorkbook(bytes).catch((error: unknown) => {
    throw error instanceof WorkbookFault ? new PeopleFileError(error.message) : error;
  });
  const ofPeople = sheets.filter(({ rows }) => isHeader(headOf(rows)?.row ?? []));
  if (ofPeople.length > 1)
    throw new PeopleFileError(
      `has ${ofPeople.length} sheets of people (${ofPeople.map(({ name }) => name).join(', ')}): send each by itself`,
    );
  const { rows, merged } = ofPeople[0] ?? sheets[0] ?? { rows: [], merged: undefined };
  if (merged !== undefined)
    throw new PeopleFileError(`has merged cells (${merged}): unmerge them, so that each row has all of its values`);
  const head = headOf(rows);
  if (!head) throw new PeopleFileError('is empty');
  const columns = columnsOf(head.row.map(nameText));
  for (const [at, cells] of rows.entries()) {
    const typed = cells.map(nameText);
    const isNote = typed[0]?.startsWith('#') ?? false;
    if (at <= head.at || isNote || typed.every((value) => value === '')) continue;
    const values = valuesOf(columns, typed);
    const month = FIRST_OF_MONTH.exec(values?.[MONTH_COLUMN] ?? '')?.[1];
    yield {
      line: at + 1,
      row: at + 1,
      columns,
      values: values && month ? { ...values, [MONTH_COLUMN]: month } : values,
    };
  }
}

function headOf(rows: readonly (readonly string[])[]) {
  const at = rows.findIndex((row) => row.some((cell) => cell !== '' && !cell.startsWith('#')));
  return at === -1 ? undefined : { at, row: rows[at] as readonly string[] };
}

function isHeader(row: readonly string[]): boolean {
  const named = row.map((cell) => columnNamed(COLUMNS, nameText(cell)));
  return REQUIRED_COLUMNS.every((column) => named.includes(column));
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
