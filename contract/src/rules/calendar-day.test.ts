import { afterEach, expect, test, vi } from 'vitest';
import { calendarDay } from './calendar-day.ts';

const ZONE = 'Australia/Melbourne';

afterEach(() => {
  vi.restoreAllMocks();
});

// Melbourne is 11 hours ahead of UTC in summer and 10 in winter.
test.each([
  ['2026-11-19T12:59:59Z', '2026-11-19'],
  ['2026-11-19T13:00:00Z', '2026-11-20'],
  ['2026-07-01T13:59:59Z', '2026-07-01'],
  ['2026-07-01T14:00:00Z', '2026-07-02'],
  ['2026-12-31T13:00:00Z', '2027-01-01'],
])('%s is the day %s in Melbourne', (instant, day) => {
  expect(calendarDay(Date.parse(instant), ZONE)).toBe(day);
  expect(calendarDay(new Date(instant), ZONE)).toBe(day);
});

test('gives the day in the requested time zone', () => {
  expect(calendarDay(Date.parse('2026-11-19T23:30:00Z'), 'UTC')).toBe('2026-11-19');
  expect(calendarDay(Date.parse('2026-11-19T11:30:00Z'), 'Pacific/Auckland')).toBe('2026-11-20');
});

test('does not depend on how a locale writes a date', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get').mockReturnValue(() => '11/20/2026');
  expect(calendarDay(Date.parse('2026-11-19T13:00:00Z'), ZONE)).toBe('2026-11-20');
});
