import { describe, expect, it } from 'vitest';
import { firstOccurrence, nextOccurrence } from './occurrences.domain.ts';

const at = (iso: string) => Date.parse(iso);
const DAILY = { dailyAt: ['06:00', '15:30'] };

function following(count: number, from: string): string[] {
  const found: string[] = [];
  let planned = at(from);
  for (let n = 0; n < count; n += 1) {
    planned = nextOccurrence(DAILY, planned, at('2040-01-01T00:00:00Z'));
    found.push(new Date(planned).toISOString());
  }
  return found;
}

describe('work at an interval', () => {
  it('is due immediately, and then one interval after it ended', () => {
    expect(firstOccurrence({ everyMs: 5_000 }, 1_000)).toBe(1_000);
    expect(nextOccurrence({ everyMs: 5_000 }, 1_000, 9_000)).toBe(14_000);
  });
});

describe('work at a time of day', () => {
  it('begins with the next time in Melbourne', () => {
    // 2026-11-20 13:00 in Melbourne (+11:00).
    expect(firstOccurrence(DAILY, at('2026-11-20T02:00:00Z'))).toBe(at('2026-11-20T04:30:00Z'));
    expect(firstOccurrence(DAILY, at('2026-11-20T04:30:00Z'))).toBe(at('2026-11-20T04:30:00Z'));
    expect(firstOccurrence(DAILY, at('2026-11-20T04:30:00.001Z'))).toBe(at('2026-11-20T19:00:00Z'));
  });

  it('is due at each of its times every day, however late the previous occurrence ended', () => {
    expect(following(4, '2026-11-20T04:30:00Z')).toEqual([
      '2026-11-20T19:00:00.000Z',
      '2026-11-21T04:30:00.000Z',
      '2026-11-21T19:00:00.000Z',
      '2026-11-22T04:30:00.000Z',
    ]);
  });

  it('keeps its time of day when daylight saving begins and ends', () => {
    // From +10:00 to +11:00 on Sunday 4 October 2026, and back on Sunday 4 April 2027.
    expect(following(2, '2026-10-03T05:30:00Z')).toEqual(['2026-10-03T19:00:00.000Z', '2026-10-04T04:30:00.000Z']);
    expect(following(2, '2027-04-03T04:30:00Z')).toEqual(['2027-04-03T20:00:00.000Z', '2027-04-04T05:30:00.000Z']);
  });

  it('is refused between 02:00 and 03:00, which does not exist on some days', () => {
    expect(() => firstOccurrence({ dailyAt: ['02:30'] }, 0)).toThrow(RangeError);
  });
});
