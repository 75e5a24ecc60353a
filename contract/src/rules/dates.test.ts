import { expect, test } from 'vitest';
import {
  dateBy,
  dateInWords,
  dayIn,
  dayInWords,
  daysBetween,
  expiry,
  relativeDay,
  relativeDayWithin,
  timeIn,
} from './dates.ts';

const ZONE = 'Australia/Melbourne';
// 1:04 pm on Friday 20 November 2026 in Melbourne, which is 11 hours ahead of UTC in summer.
const NOW = '2026-11-20T02:04:03Z';

test('gives the day in Melbourne, not in UTC', () => {
  expect(dayIn('2026-11-19T13:30:00Z', ZONE)).toBe('2026-11-20');
  expect(dayIn('2026-11-19T12:59:59Z', ZONE)).toBe('2026-11-19');
  // In winter the zone is 10 hours ahead.
  expect(dayIn('2026-07-01T13:59:59Z', ZONE)).toBe('2026-07-01');
  expect(dayIn('2026-07-01T14:00:00Z', ZONE)).toBe('2026-07-02');
});

test('leaves a date without a time unchanged', () => {
  expect(dayIn('2026-01-01', ZONE)).toBe('2026-01-01');
  expect(dateBy('dd/MM/yy', '2026-01-02', ZONE)).toBe('02/01/26');
});

test.each([
  ['dd/MM/yy', '20/11/26'],
  ['dd/MM/yyyy', '20/11/2026'],
  ['yyyy-MM-dd', '2026-11-20'],
])('writes a date by the pattern %s', (pattern, text) => {
  expect(dateBy(pattern, NOW, ZONE)).toBe(text);
});

test.each([
  ['enAU', '2026-11-19T13:30:00Z', '20 Nov 2026'],
  ['enAU', '2026-06-01', '1 June 2026'],
  ['enAU', '2026-09-01', '1 Sept 2026'],
  ['zhCN', '2026-11-19T13:30:00Z', '2026年11月20日'],
  ['zhCN', '1991-03-07', '1991年3月7日'],
] as const)('writes a date as screens in %s show %s: %s', (language, value, text) => {
  expect(dateInWords(value, language, ZONE)).toBe(text);
});

test('counts days across the end of daylight saving', () => {
  // On 5 April 2026 clocks in Melbourne go back, so that day has 25 hours.
  expect(daysBetween('2026-04-06', '2026-04-04')).toBe(-2);
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
});

test('names today and yesterday, then the day, with the year where it differs', () => {
  expect(relativeDay('2026-11-20T00:00:00Z', NOW, 'enAU', ZONE)).toBe('Today');
  expect(relativeDay('2026-11-19T12:00:00Z', NOW, 'enAU', ZONE)).toBe('Yesterday');
  expect(relativeDay('2026-11-18', NOW, 'enAU', ZONE)).toBe('18 Nov');
  expect(relativeDay('2025-11-18', NOW, 'enAU', ZONE)).toBe('18 Nov 2025');
  expect(relativeDay('2026-11-20', NOW, 'zhCN', ZONE)).toBe('今天');
  expect(relativeDayWithin('2026-11-20', NOW, 'enAU', ZONE)).toBe('today');
  expect(relativeDayWithin('2026-11-18', NOW, 'enAU', ZONE)).toBe('18 Nov');
  expect(relativeDay('2026-11-19', NOW, 'zhCN', ZONE)).toBe('昨天');
  expect(relativeDay('2026-11-18', NOW, 'zhCN', ZONE)).toBe('11月18日');
});

test('writes a day in words for a heading', () => {
  expect(dayInWords('2026-11-18', NOW, 'enAU', ZONE)).toBe('Wednesday 18 November');
  expect(dayInWords('2025-12-31', NOW, 'enAU', ZONE)).toBe('Wednesday 31 December 2025');
});

test('gives the time in Melbourne', () => {
  expect(timeIn('2026-11-19T07:42:00Z', 'enAU', ZONE).replace(/\s/g, ' ')).toBe('6:42 pm');
});

test('writes an expiry date as printed on a card', () => {
  expect(expiry('2029-09')).toBe('09/29');
});
