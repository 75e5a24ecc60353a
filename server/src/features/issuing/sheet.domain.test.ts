import { expect, it } from 'vitest';
import { checkRow, COLUMNS } from './card-row.ts';
import { columnNamed, rowsIn, separatorIn, separatorOf, sheetDay, withinColumns } from './sheet.domain.ts';

it.each([
  ['sep=;', ';'],
  ['SEP=,', ','],
  ['sep=\t', '\t'],
  ['"sep=;"', ';'],
  ['sep=;;;;', ';'],
])('reads the separator of %j', (line, separator) => expect(separatorOf(line)).toBe(separator));

it.each(['reference,product', 'sep=|', 'sep', ''])('reads no separator in %j', (line) =>
  expect(separatorOf(line)).toBeUndefined(),
);

it.each([
  ['Date of birth', 'dateOfBirth'],
  ['DATE_OF_BIRTH', 'dateOfBirth'],
  ['First Name', 'firstName'],
  ['post-code', 'postCode'],
  ['Shoe size', 'Shoe size'],
])('takes the header %j as %s', (typed, column) => expect(columnNamed(COLUMNS, typed)).toBe(column));

it('drops empty values behind the last column, and no others', () => {
  expect(withinColumns(['a', 'b', '', ''], 2)).toEqual(['a', 'b']);
  expect(withinColumns(['a', 'b', '', 'c'], 2)).toEqual(['a', 'b', '', 'c']);
  expect(withinColumns(['a'], 2)).toEqual(['a']);
});

async function rowsOf(...lines: string[]) {
  async function* source() {
    yield* lines;
  }
  const rows = [];
  for await (const row of rowsIn(
    source(),
    (values) => values.length === 3,
    () => ',',
  ))
    rows.push(row);
  return rows;
}

it('joins a quoted value over lines to one row, known by its first line', async () => {
  expect(await rowsOf('a,b,c', '1,"12 King St', 'Unit 3",x', '2,y,z')).toEqual([
    { number: 1, text: 'a,b,c' },
    { number: 2, text: '1,"12 King St\nUnit 3",x' },
    { number: 4, text: '2,y,z' },
  ]);
});

it('leaves a stray quote to its own line', async () => {
  const lines = ['1,"b,c', '2,y,z', '3,y,z', '4,"b,c'];
  expect(await rowsOf(...lines)).toEqual(lines.map((text, at) => ({ number: at + 1, text })));
});

it.each([
  ['1990-04-03', '1990-04-03'],
  ['1990-04-03 00:00:00', '1990-04-03'],
  ['1990-04-03T00:00:00.000Z', '1990-04-03'],
  ['1990/4/3', '1990-04-03'],
  ['25/4/1990', '1990-04-25'],
  ['25.04.1990', '1990-04-25'],
  ['25/04/1990 0:00', '1990-04-25'],
  ['4/4/1990', '1990-04-04'],
  ['3-Apr-1990', '1990-04-03'],
  ['April 3, 1990', '1990-04-03'],
])('takes the day %s as %s', (typed, day) => expect(sheetDay(typed)).toEqual({ day }));

it.each([
  ['3/4/1990', 'may be 1990-04-03 or 1990-03-04: write which one'],
  ['03/04/1990 00:00:00', 'may be 1990-04-03 or 1990-03-04: write which one'],
  ['4/25/1990', 'has the month first: write 1990-04-25'],
  ['25/4/90', 'needs a year of four digits: write the day as 1990-04-25'],
  // 1 January 1990 is 32874, and 7 May the 127th day of that year.
  ['33000', 'is the number of a day: if it is 1990-05-07, write it so, in a column of text'],
  ['1990-02-30', 'is no day: write the day as 1990-04-25'],
  ['31/31/1990', 'is no day: write the day as 1990-04-25'],
  ['soon', 'write the day as 1990-04-25'],
])('asks about the day %s', (typed, reason) => expect(sheetDay(typed)).toEqual({ reason }));

it.each([
  ['reference,product', ','],
  ['reference;product', ';'],
  ['reference\tproduct', '\t'],
  // A name with a semicolon in a file with commas.
  ['reference,"a;b"', ','],
  ['reference', ','],
])('reads the separator of the header %j', (header, separator) => expect(separatorIn(header)).toBe(separator));

it.each([
  ['1/12/1990', '1990-12-01', '1990-01-12'],
  ['3/4/1990', '1990-04-03', '1990-03-04'],
  ['4/4/1990', '1990-04-04', '1990-04-04'],
  ['1990-04-03', '1990-04-03', '1990-04-03'],
  ['3-Apr-1990', '1990-04-03', '1990-04-03'],
])('takes the day %s in the order of its file', (typed, dayFirst, monthFirst) => {
  expect(sheetDay(typed, 'day-first')).toEqual({ day: dayFirst });
  expect(sheetDay(typed, 'month-first')).toEqual({ day: monthFirst });
});

it('asks about a day that the order of its file does not allow', () => {
  expect(sheetDay('4/25/1990', 'day-first')).toEqual({ reason: 'has the month first: write 1990-04-25' });
  expect(sheetDay('25/4/1990', 'month-first')).toEqual({ reason: 'has the day first: write 1990-04-25' });
  expect(sheetDay('4/25/1990', 'month-first')).toEqual({ day: '1990-04-25' });
});

it('names what is wrong with any column in words', () => {
  for (const nonsense of ['\u0001?', '<>&%$#@!', 'x'.repeat(500), '9'.repeat(200)]) {
    const checked = checkRow(Object.fromEntries(COLUMNS.map((name) => [name, nonsense])), {
      today: '2026-11-29',
      country: 'AU',
    });
    const reasons = checked.ok ? [] : checked.findings.map(({ reason }) => reason);
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => /invalid|pattern|\/\^|expected|option/i.test(reason))).toEqual([]);
  }
});
