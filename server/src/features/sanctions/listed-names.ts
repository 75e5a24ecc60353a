import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { parse } from 'csv-parse/sync';
import { isWorkbook, readWorkbook } from '../../documents/xlsx/read-workbook.ts';
import { WorkbookFault } from '../../documents/xlsx/unpack-workbook.ts';
import { encodingFault, utf8Text } from '../../platform/text/text-encoding.ts';
import { latinReadings } from './latin-words.ts';
import { comparedName, keysOf } from './name-match.domain.ts';

/** An entry of a list: all rows of the file with one reference. */
export type ListedName = {
  readonly reference: string;
  readonly names: readonly string[];
  readonly birthYears: readonly number[];
  readonly keys: readonly string[];
};

/** Headers of the columns of a file. A name may be in several columns, which are read as one name each. */
export type Columns = {
  readonly names: readonly string[];
  readonly reference: string;
  readonly born?: string | undefined;
};

/** A file that cannot be read as a list; the message follows "The file ". */
export class ListFault extends Error {}

const MOST_ROWS = 100_000;

/** Rows of a CSV file or of the first sheet of a workbook that is shown, as texts. */
async function rowsOf(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  if (isWorkbook(bytes)) {
    const [first] = await readWorkbook(bytes).catch((error: unknown) => {
      throw error instanceof WorkbookFault ? new ListFault(error.message) : error;
    });
    return first?.rows ?? [];
  }
  const fault = encodingFault(bytes);
  if (fault !== undefined) throw new ListFault(fault);
  try {
    return parse(utf8Text(bytes), { relax_column_count: true, skip_empty_lines: true, delimiter: [',', ';', '\t'] });
  } catch {
    throw new ListFault('has quotes that do not close');
  }
}

const folded = (header: string) => plainText(header).toLowerCase();

function placeOf(header: readonly string[], wanted: string): number {
  const place = header.findIndex((one) => folded(one) === folded(wanted));
  if (place === -1) throw new ListFault(`has no column ${wanted}`);
  return place;
}

/** Reads a list. Rows of one reference are names of one entry. Throws ListFault. */
export async function readListedNames(bytes: Buffer, columns: Columns): Promise<readonly ListedName[]> {
  const [header = [], ...rows] = await rowsOf(bytes);
  if (rows.length > MOST_ROWS) throw new ListFault('has more than 100,000 rows');
  const names = columns.names.map((name) => placeOf(header, name));
  const reference = placeOf(header, columns.reference);
  const born = columns.born === undefined ? undefined : placeOf(header, columns.born);
  const entries = new Map<string, { names: Set<string>; years: Set<number> }>();
  for (const row of rows) {
    // The list of the Department of Foreign Affairs numbers further names of an entry with a letter: 1023a.
    const key = plainText(row[reference] ?? '').replace(/(?<=\d)[a-z]+$/i, '');
    const given = names.map((place) => plainText(row[place] ?? '')).filter(Boolean);
    if (key === '' || given.length === 0) continue;
    const entry = entries.get(key) ?? { names: new Set(), years: new Set() };
    for (const name of given) entry.names.add(name);
    for (const [year] of (born === undefined ? '' : (row[born] ?? '')).matchAll(/\b(?:1[89]|20)\d\d\b/g)) {
      entry.years.add(Number(year));
    }
    entries.set(key, entry);
  }
  const read = [...entries].map(([key, entry]) => listed(key, [...entry.names], [...entry.years]));
  if (read.every(({ keys }) => keys.length === 0)) throw new ListFault('has no names that can be compared');
  return read;
}

function listed(reference: string, names: readonly string[], birthYears: readonly number[]): ListedName {
  const keys = new Set(names.flatMap((name) => keysOf(comparedName(latinReadings(name), birthYears))));
  return { reference, names, birthYears, keys: [...keys] };
}
