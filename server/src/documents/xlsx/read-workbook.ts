import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { type Part, unpackWorkbook, unreadable, WorkbookFault } from './unpack-workbook.ts';

/** A sheet that is shown, with its rows by their places: row 1 is first, also where it is empty. */
export type WorkbookSheet = {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Cells that were merged, such as A3:A5: only the first of them has the value. */
  readonly merged: string | undefined;
};

const FIRST_BYTES = '504b0304';
export const isWorkbook = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('hex') === FIRST_BYTES;

const MOST_ROWS = 200_000;
const MOST_COLUMNS = 256;
const MOST_CELLS = 5_000_000;
const SHEET_TAG = /<(?:\w+:)?sheet\s[^>]*>/g;
const IS_HIDDEN = /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/;
const RELATION = /\s(?:\w+:)?id\s*=\s*["']([^"']*)["']/;
const NAME = /\sname\s*=\s*["']([^"']*)["']/;
const ROWS_AND_CELLS = /<(?:\w+:)?(?:row|c)(?=[\s/>])([^>]*)/g;
/** Places of rows and cells, in whatever tag. */
const PLACES = /\sr\s*=\s*(["'])(.*?)\1/g;
const HAS_PLACE = /\sr\s*=/;
const PLACE = /^([A-Z]{0,3})(\d{1,7})$/;
const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]+\d+:[A-Z]+\d+)["']/;

/** Sheets of a workbook that are shown and have rows. Throws WorkbookFault. */
export async function readWorkbook(bytes: Buffer): Promise<readonly WorkbookSheet[]> {
  const parts = await unpackWorkbook(bytes);
  for (const part of parts) checkPlaces(part);
  const xmlOf = (path: string) => parts.find(({ name }) => name === path)?.bytes.toString('utf8') ?? '';
  const tags = xmlOf('xl/workbook.xml').match(SHEET_TAG) ?? [];
  const targets = targetsIn(xmlOf('xl/_rels/workbook.xml.rels'));
  // The reader takes the parts by itself, without a bound: it is given those that were counted.
  const counted = Buffer.from(zipSync(Object.fromEntries(parts.map((part) => [part.name, part.bytes])), { level: 0 }));
  const sheets: WorkbookSheet[] = [];
  for (const [at, tag] of tags.entries()) {
    if (IS_HIDDEN.test(tag)) continue;
    const read = await readSheet(counted, at + 1, { trim: false }).catch(() => {
      throw unreadable();
    });
    const rows = read.map((row) => row.map(textOf));
    const merged = MERGED.exec(xmlOf(targets.get(RELATION.exec(tag)?.[1] ?? '') ?? ''))?.[1];
    if (rows.some((row) => row.some((cell) => cell !== '')))
      sheets.push({ name: NAME.exec(tag)?.[1] ?? '', rows, merged });
  }
  return sheets;
}

/** Paths of the parts of sheets by the ids of their relations. */
function targetsIn(relations: string): ReadonlyMap<string, string> {
  const tags = relations.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
  return new Map(
    tags.map((tag) => {
      const target = /\sTarget\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? '';
      return [
        RELATION.exec(tag.replace(/\sId\s*=/, ' id='))?.[1] ?? '',
        target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      ];
    }),
  );
}

/** The reader makes every row and column up to the last one, so that one cell far away would fill the memory. */
function checkPlaces({ bytes }: Part): void {
  const xml = bytes.toString('utf8');
  if (!xml.includes('sheetData')) return;
  let [rows, columns, last] = [0, 0, ''];
  for (const [, , place = ''] of xml.matchAll(PLACES)) {
    const [, letters = '', row = ''] = PLACE.exec(place) ?? [];
    if (row === '') throw unreadable();
    if (Number(row) > rows || columnOf(letters) > columns) last = place;
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnOf(letters));
  }
  for (const [, attributes = ''] of xml.matchAll(ROWS_AND_CELLS)) if (!HAS_PLACE.test(attributes)) throw unreadable();
  if (rows > MOST_ROWS || columns > MOST_COLUMNS || rows * columns > MOST_CELLS)
    throw new WorkbookFault(`has something at ${last}: delete the rows and columns that are not needed`);
}

const LETTERS = 26;
const BEFORE_A = 64;
const columnOf = (letters: string) =>
  [...letters].reduce((sum, one) => sum * LETTERS + one.charCodeAt(0) - BEFORE_A, 0);

/** A spreadsheet keeps this many digits of a number; the others become zeros. */
const KEPT_DIGITS = 15;
const MOST_KEPT = 10 ** KEPT_DIGITS;
const SHOWN_DIGITS = 3;

/** Text of a cell. A number that may have lost digits, such as that of a card, is written as none: 9.036e+15. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') {
    if (Math.abs(cell) >= MOST_KEPT) return cell.toExponential(SHOWN_DIGITS);
    return String(Number(cell.toPrecision(KEPT_DIGITS)));
  }
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : typeof cell === 'string' ? cell : '';
}
