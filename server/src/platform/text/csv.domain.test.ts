import { expect, test } from 'vitest';
import { csvLine, csvValues, readCsv } from './csv.domain.ts';

test.each([
  ['a,b', ['a', 'b']],
  ['a, b ,', ['a', ' b ', '']],
  ['"Smith, Mia","5"" nails"', ['Smith, Mia', '5" nails']],
  ['a\rb,c', ['a\rb', 'c']],
  ['#1,2', ['#1', '2']],
])('splits the line %j', (line, values) => {
  expect(csvValues(line)).toEqual(values);
});

test.each(['a"b,c', '"a"b,c', '"a" ,b', '"a,b', 'a, "b"'])('refuses the line %j for its quotes', (line) => {
  expect(csvValues(line)).toBeNull();
});

test.each([['plain'], ['Smith, Mia'], ['5" nails'], ['two\nlines'], [''], [' spaced ']])(
  'writes %j so that it is read back',
  (value) => {
    expect(csvLine(['a', value, 'b'])).not.toMatch(/\n$/);
    if (!value.includes('\n')) expect(csvValues(csvLine(['a', value, 'b']))).toEqual(['a', value, 'b']);
  },
);

test('reports the line of each fault and parses the rest', () => {
  const text = '# a sample\r\nbsb,name\r\n\r\n1,"One, two"\r\n2\r\n3,"open\r\n4,Four\r\n';
  expect(readCsv(text, 'bsb,name')).toEqual({
    lines: [
      { line: 4, values: ['1', 'One, two'] },
      { line: 7, values: ['4', 'Four'] },
    ],
    findings: ['line 5: must have 2 values', 'line 6: its quotes are wrong'],
  });
});
