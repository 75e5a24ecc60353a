import { encodingFault, utf8Text } from '../../platform/text/text-encoding.ts';
import { PeopleFileError, type SheetRow, sheetRows } from '../issuing/public.ts';

/** Most rows of a file: they are judged within one call. */
export const MOST_ROWS = 10_000;

const AS_CSV = 'in the spreadsheet choose Save as, CSV UTF-8';
/** First bytes of files that people send in place of a CSV file. */
const OTHER_KINDS: readonly (readonly [string, string])[] = [
  ['504b0304', `is a workbook: ${AS_CSV}`],
  ['d0cf11e0', `is a workbook of an old Excel: ${AS_CSV}`],
  ['25504446', 'is a PDF: send the rows as CSV UTF-8'],
];

/** Rows of the bytes of a file. Throws PeopleFileError. */
export async function rowsOfBytes(bytes: Buffer): Promise<readonly SheetRow[]> {
  const begin = bytes.subarray(0, 4).toString('hex');
  const fault = OTHER_KINDS.find(([first]) => first === begin)?.[1] ?? encodingFault(bytes);
  if (fault !== undefined) throw new PeopleFileError(fault);
  const rows: SheetRow[] = [];
  for await (const row of sheetRows(linesOf(utf8Text(bytes)))) {
    rows.push(row);
    if (rows.length > MOST_ROWS)
      throw new PeopleFileError(`has more than ${MOST_ROWS.toLocaleString('en-AU')} rows: send it in parts`);
  }
  if (rows.length === 0) throw new PeopleFileError('has no rows below its header');
  return rows;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split(/\r\n|\n|\r/);
}
