import { randomUUID } from 'node:crypto';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../test-support/desk/desk.ts';
import { givenFileBrand } from '../../../test-support/desk/people-file-samples.ts';
import { unpackWorkbook } from '../../documents/xlsx/unpack-workbook.ts';

const COLUMNS = [
  'reference',
  'product',
  'firstName',
  'surname',
  'dateOfBirth',
  'mobile',
  'state',
  'postCode',
  'cardNumber',
];

let test: TestApp;
let asker: TestStaff;
let brand: string;
let product: number;
beforeAll(async () => {
  test = await givenApp();
  const given = await givenFileBrand(test);
  asker = await givenStaff(test.ctx, given.tenantId);
  brand = given.brand.identifier;
  product = Number(given.product);
});
afterAll(() => test.close());

type Cell = string | number | Date | null;
let people = 0;
function personRow(more: Readonly<Record<string, Cell>> = {}): Cell[] {
  people += 1;
  const row: Readonly<Record<string, Cell>> = {
    reference: randomUUID(),
    product,
    firstName: 'Mia',
    surname: `Park ${people}`,
    dateOfBirth: new Date('1990-04-25T00:00:00Z'),
    mobile: 412_345_000 + people,
    ...more,
  };
  return COLUMNS.map((column) => row[column] ?? null);
}

const bookOf = async (...sheets: WriteSheet[]) => Buffer.from(await writeXlsx({ sheets }));
const send = (file: Buffer) => give(test, asker, 'send-people-file', { input: { brand, name: 'people.xlsx' }, file });
async function cellsOf(file: unknown, part: string) {
  const { body } = await give(test, asker, 'people-file-rows', { input: { file: String(file), part } });
  return (body.rows ?? []).map(({ row, field, value, reason }) => [row, field, value, reason]);
}

it('reads days, numbers without their zeros, and rows by the numbers that the sheet shows', async () => {
  const [first, second] = [personRow({ state: 'NT', postCode: 800 }), personRow({ dateOfBirth: 32_988 })];
  const book = await bookOf({
    name: 'People',
    rows: [COLUMNS, first, [], second, personRow({ cardNumber: 9_036_001_234_567_890 })],
  });
  const { body } = await send(book);
  expect(body.rows).toMatchObject([{ rows: 3, good: 1, wrong: 2, columns: 9 }]);
  const file = body.rows?.[0]?.['file'];
  expect(await cellsOf(file, 'good')).toEqual([
    [2, 'reference', first[0], ''],
    [2, 'product', String(product), ''],
    [2, 'firstName', 'Mia', ''],
    [2, 'surname', first[3], ''],
    [2, 'dateOfBirth', '1990-04-25', ''],
    [2, 'mobile', String(first[5]), ''],
    [2, 'state', 'NT', ''],
    [2, 'postCode', '800', ''],
    [2, 'cardNumber', '', ''],
  ]);
  expect((await cellsOf(file, 'check')).filter(([, , , reason]) => reason !== '')).toEqual([
    [4, 'dateOfBirth', '32988', 'is the number of a day: if it is 1990-04-25, write it so, in a column of text'],
    // A spreadsheet has put a zero in place of the last digit, so the number is read as 9.036e+15.
    [5, 'cardNumber', '••••', 'must be 16 or 19 digits; has a wrong check digit'],
  ]);
});

it('leaves hidden sheets out, and reads the sheet that has the columns of people', async () => {
  const hidden = { name: 'Old', hidden: true, rows: [COLUMNS, personRow(), personRow()] };
  const notes = {
    name: 'Notes',
    rows: [['How to fill this in'], ['One row for each person']],
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }],
  };
  const book = await bookOf(hidden, notes, { name: 'People', rows: [COLUMNS, personRow()] });
  expect((await send(book)).body.rows).toMatchObject([{ rows: 1, good: 1 }]);
});

/** Place of the declared size before the name, in the directory of an archive. */
const UNPACKED_SIZE = 22;
const PATH = 'xl/worksheets/sheet1.xml';
/** A workbook whose sheet is written by hand. */
async function bookWith(sheet: string) {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'People', rows: [COLUMNS] }] }));
  return Buffer.from(zipSync({ ...parts, [PATH]: strToU8(sheet) }));
}
const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const head = COLUMNS.map(
  (name, at) => `<c r="${String.fromCharCode(65 + at)}1" t="inlineStr"><is><t>${name}</t></is></c>`,
).join('');

it.each([
  [
    'two sheets of people',
    () => bookOf({ name: 'May', rows: [COLUMNS, personRow()] }, { name: 'June', rows: [COLUMNS, personRow()] }),
    'has 2 sheets of people (May, June): send each by itself',
  ],
  [
    'merged cells',
    () =>
      bookOf({
        name: 'People',
        rows: [COLUMNS, personRow(), personRow()],
        merges: [{ startRow: 1, startCol: 3, endRow: 2, endCol: 3 }],
      }),
    'has merged cells (D2:D3): unmerge them, so that each row has all of its values',
  ],
  [
    'other columns',
    () =>
      bookOf({
        name: 'People',
        rows: [
          ['reference', 'colour'],
          ['a', 'red'],
        ],
      }),
    'colour: is no column\nproduct: is missing',
  ],
  ['a header alone', () => bookOf({ name: 'People', rows: [COLUMNS] }), 'has no rows below its header'],
  ['an empty sheet', () => bookOf({ name: 'People', rows: [] }), 'is empty'],
  [
    'a row far below',
    () => bookWith(sheetXml(`<row r="1">${head}</row><row r="1048576"><c r="A1048576"><v>1</v></c></row>`)),
    'has something at 1048576: delete the rows and columns that are not needed',
  ],
  [
    'a column far away',
    () => bookWith(sheetXml(`<row r="1">${head}<c r="XFD1"><v>1</v></c></row>`)),
    'has something at XFD1: delete the rows and columns that are not needed',
  ],
  ['a row that is no number', () => bookWith(sheetXml(`<row r="2e9">${head}</row>`)), /can’t be read/],
  ['rows without a number', () => bookWith(sheetXml(`<row>${head}</row>`)), /can’t be read/],
  ['broken XML', () => bookWith('<worksheet><sheetData><row r="1"'), /can’t be read|is empty/],
  [
    'an archive that was cut',
    async () => (await bookOf({ name: 'A', rows: [COLUMNS] })).subarray(0, 200),
    /can’t be read/,
  ],
  ['another archive', async () => Buffer.from(zipSync({ 'a.txt': strToU8('x') })), /is empty/],
])('a workbook of %s is refused whole with the reason', async (_what, given, words) => {
  const { status, body } = await send(await given());
  expect([status, body.error, body.field]).toEqual([400, 'file_unreadable', 'file']);
  expect(body.words).toMatch(words);
});

it('of more than 100 MB once unpacked is refused, also where it says that it is small', async () => {
  const bytes = await bookWith(`${sheetXml('')}${' '.repeat(101 * 1024 * 1024)}`);
  const words = 'is a workbook of more than 100 MB once it is unpacked: save it as CSV UTF-8';
  expect((await send(bytes)).body).toMatchObject({ error: 'file_unreadable', words });
  bytes.writeUInt32LE(10, bytes.lastIndexOf(PATH) - UNPACKED_SIZE);
  await expect(unpackWorkbook(bytes)).rejects.toThrow(words);
});
