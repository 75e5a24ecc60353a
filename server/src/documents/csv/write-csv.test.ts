import { expect, test } from 'vitest';
import { collect } from '../../../test-support/files/read-pdf.ts';
import type { TableRow } from '../table.domain.ts';
import { writeCsv } from './write-csv.ts';

async function written(...rows: readonly TableRow[]): Promise<string> {
  async function* inPieces(): AsyncGenerator<readonly TableRow[]> {
    for (const row of rows) yield [row];
  }
  const columns = [
    { title: 'Date', kind: 'date', width: 12 },
    { title: 'Description', kind: 'text', width: 30 },
    { title: 'Amount', kind: 'money', width: 14 },
  ] as const;
  return (await collect(writeCsv({ name: 'Transactions', columns, rows: inPieces() }))).toString('utf8');
}

const cellOf = async (text: string) => {
  const [, line = ''] = (await written([null, text, null])).split('\r\n');
  return line.slice(1, -1);
};

test('a CSV file is UTF-8 with a byte order mark for Excel, CRLF line ends and numeric amounts', async () => {
  const text = await written(['2026-11-20', '李 镕', -1_250n], ['2026-06-30', 'Corner Store', 7n], [null, null, null]);
  expect(text).toBe(
    '\uFEFFDate,Description,Amount\r\n2026-11-20,李 镕,-12.50\r\n2026-06-30,Corner Store,0.07\r\n,,\r\n',
  );
});

test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+61 400 000 000', "'+61 400 000 000"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['＝1', "'＝1"],
  ['\t1', `'\t1`],
])('a text that a spreadsheet reads as a formula gets an apostrophe: %s', async (text, cell) => {
  expect(await cellOf(text)).toBe(cell);
});

test.each([
  ['Fish, chips', '"Fish, chips"'],
  ['5" nails', '"5"" nails"'],
  [' spaced ', '" spaced "'],
  ['a = b', 'a = b'],
  ['50%', '50%'],
])('a text with separators is quoted, and any other is unchanged: %s', async (text, cell) => {
  expect(await cellOf(text)).toBe(cell);
});

test('a text with a line break stays one cell', async () => {
  expect(await written([null, 'one\r\ntwo', null])).toContain(',"one\r\ntwo",\r\n');
});
