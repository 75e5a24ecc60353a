import { describe, expect, it } from 'vitest';
import { dayAt, monthAt } from './clock.ts';

// Melbourne is 10 hours ahead of UTC, and 11 from the first Sunday of October to the first of April.
describe('the day in Melbourne', () => {
  it.each([
    ['2026-10-03T13:59:59.999Z', '2026-10-03'],
    ['2026-10-03T14:00:00.000Z', '2026-10-04'],
    // A 23-hour day.
    ['2026-10-04T12:59:59.999Z', '2026-10-04'],
    ['2026-10-04T13:00:00.000Z', '2026-10-05'],
    ['2027-04-03T12:59:59.999Z', '2027-04-03'],
    ['2027-04-03T13:00:00.000Z', '2027-04-04'],
    // The hour from 02:00 to 03:00 occurs twice on a 25-hour day.
    ['2027-04-03T15:30:00.000Z', '2027-04-04'],
    ['2027-04-03T16:30:00.000Z', '2027-04-04'],
    ['2027-04-04T13:59:59.999Z', '2027-04-04'],
    ['2027-04-04T14:00:00.000Z', '2027-04-05'],
  ])('%s is %s', (instant, day) => {
    expect(dayAt(Date.parse(instant))).toBe(day);
  });

  it('changes at midnight in Melbourne at the end of a month and of a year', () => {
    expect(monthAt(Date.parse('2026-12-31T12:59:59.999Z'))).toBe('2026-12');
    expect(monthAt(Date.parse('2026-12-31T13:00:00.000Z'))).toBe('2027-01');
  });
});
