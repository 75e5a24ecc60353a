import { isWorkbook } from '../../documents/xlsx/read-workbook.ts';
import { encodingFault, utf8Text } from '../../platform/text/text-encoding.ts';
import { PeopleFileError, type SheetRow, sheetRows, workbookRows } from '../issuing/public.ts';

/** Most rows of a file: they are judged within one call. */
export const MOST_ROWS = 10_000;

/** First bytes of files that people send in place of a sheet. */
const OTHER_KINDS: readonly (readonly [string, string])[] = [
  ['d0cf11e0', 'is a workbook of an old Excel: in the spreadsheet choose Save as, Excel Workbook or CSV UTF-8'],
  ['25504446', 'is a PDF: send the rows as an Excel Workbook or CSV UTF-8'],
];

/** Rows of the bytes of a file. Throws PeopleFileError. */
export async function rowsOfBytes(bytes: Buffer): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of isWorkbook(bytes) ? workbookRows(bytes) : textRows(bytes)) {
    rows.push(row);
    if (rows.length > MOST_ROWS)
      throw new PeopleFileError(`has more than ${MOST_ROWS.toLocaleString('en-AU')} rows: send it in parts`);
  }
  if (rows.length === 0) throw new PeopleFileError('has no rows below its header');
  return rows;
}

function textRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const begin = bytes.subarray(0, 4).toString('hex');
  const fault = OTHER_KINDS.find(([first]) => first === begin)?.[1] ?? encodingFault(bytes);
  if (fault !== undefined) throw new PeopleFileError(fault);
  return sheetRows(linesOf(utf8Text(bytes)));
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split(/\r\n|\n|\r/);
}
