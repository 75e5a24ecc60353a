import { expect, it } from 'vitest';
import { giftMoment, isGiftDay, lastGiftDay } from './gift-day.domain.ts';

it.each([
  ['2026-11-24', '2027-11-24'],
  ['2028-02-29', '2029-02-28'],
])('a gift bought on %s can be given on %s at the latest', (today, last) => {
  expect(lastGiftDay(today, 12)).toBe(last);
});

it.each([
  ['2026-11-23', false],
  ['2026-11-24', false],
  ['2026-11-25', true],
  ['2027-11-24', true],
  ['2027-11-25', false],
])('on 24 November 2026 a gift may be given on %s: %s', (day, may) => {
  expect(isGiftDay(day, '2026-11-24', 12)).toBe(may);
});

it.each([
  // Melbourne is 11 hours ahead in summer, 10 in winter.
  ['2026-11-28', '2026-11-27T22:00:00.000Z'],
  ['2027-06-01', '2027-05-31T23:00:00.000Z'],
  // The clocks go forward at 2 am that night.
  ['2027-10-03', '2027-10-02T22:00:00.000Z'],
])('a gift for %s is given at 9 in Melbourne', (day, moment) => {
  expect(new Date(giftMoment(day, 9)).toISOString()).toBe(moment);
});
