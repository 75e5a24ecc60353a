import { expect, it } from 'vitest';
import { readBillerFile } from './biller-file.domain.ts';

const HEADER =
  'code,name,rule,shortest,longest,least,most,day_limit,is_variable,is_restricted,last_day,amount_places,day_places';
const GOOD = '23796,Harbour Electricity,MOD10V05,8,8,,,,no,no,,,';
const read = (...lines: string[]) => readBillerFile([HEADER, ...lines].join('\n'), '2026-11-20');

it('parses a biller with all of its rules', () => {
  const { billers, findings } = read('606,Rates,none,15,15,2000,500000,900000,yes,no,+10,1-8,9-14');
  expect(findings).toEqual([]);
  expect(billers).toEqual([
    {
      code: '606',
      name: 'Rates',
      rule: 'none',
      shortest: 15,
      longest: 15,
      least: 2_000n,
      most: 500_000n,
      dayLimit: 900_000n,
      isVariable: true,
      isRestricted: false,
      lastDay: '2026-11-30',
      amountPlaces: [1, 8],
      dayPlaces: [9, 14],
    },
  ]);
});

it.each([
  ['12,A,none,2,20,,,,no,no,,,', 'the code'],
  ['123,,none,2,20,,,,no,no,,,', 'the name'],
  ['123,A,LUHN,2,20,,,,no,no,,,', 'the rule'],
  ['123,A,none,1,20,,,,no,no,,,', '2 to 20 digits'],
  ['123,A,none,9,8,,,,no,no,,,', '2 to 20 digits'],
  ['123,A,none,2.5,20,,,,no,no,,,', '2 to 20 digits'],
  ['123,A,none,2,1e1,,,,no,no,,,', '2 to 20 digits'],
  ['123,A,none,2,20,0,,,no,no,,,', 'cents'],
  ['123,A,none,2,20,,1.50,,no,no,,,', 'cents'],
  ['123,A,none,2,20,,,,maybe,no,,,', 'yes or no'],
  ['123,A,none,2,20,,,,no,no,soon,,', 'the last day'],
  ['123,A,none,2,20,,,,no,no,,8-1,', 'first-last'],
  ['123,A,none,8,20,,,,no,no,,1-9,', 'within the shortest'],
  ['123,A,none,8,20,,,,no,no,,,1-5', 'must be six'],
  ['123,A', '13 values'],
])('names the fault of %s', (line, finding) => {
  expect(read(GOOD, line).findings.join()).toMatch(new RegExp(`^line 3: .*${finding}`));
});

it('names a biller that appears twice, and an empty file', () => {
  expect(read(GOOD, GOOD).findings).toEqual(['23796: stands there twice']);
  expect(read().findings).toEqual(['there is nothing in it']);
  expect(readBillerFile(GOOD, '2026-11-20').findings[0]).toContain('line 1: must be code,name');
});
