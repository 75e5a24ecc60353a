import { describe, expect, it } from 'vitest';
import { afterFailure, pauseOf, verdictOf, waitAfter } from './schedule.domain.ts';

const HOUR = 3_600_000;

describe('attempts to deliver an event', () => {
  it('are ten within 75 hours and 35 minutes', () => {
    const waits = Array.from({ length: 9 }, (_, n) => waitAfter(n + 1, 0) ?? Number.NaN);
    expect(waits).toEqual([5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]);
    // The page says the sum in minutes.
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(75 * HOUR + 35 * 60_000 + 5_000);
    expect(waitAfter(10, 0)).toBeUndefined();
  });

  it('are put off by a tenth at most', () => {
    expect(waitAfter(4, 1)).toBe(2 * HOUR + 720_000);
    expect(waitAfter(4, 0.5)).toBe(2 * HOUR + 360_000);
  });

  it('succeed by 2xx alone, and 410 ends them', () => {
    const statuses = [200, 204, 299, 301, 308, 400, 404, 410, 429, 500];
    expect(statuses.map((status) => verdictOf({ status }))).toEqual([
      'done',
      'done',
      'done',
      'failed',
      'failed',
      'failed',
      'failed',
      'gone',
      'failed',
      'failed',
    ]);
    expect(verdictOf({ fault: 'timeout' })).toBe('failed');
  });
});

describe('a receiver with too much to do', () => {
  const NOW = Date.parse('2026-11-20T02:00:00Z');
  const pause = (status: number, retryAfter?: string) => pauseOf({ status, retryAfter }, NOW);

  it('gets nothing for a minute, or for as long as it says, up to an hour', () => {
    expect([429, 502, 503, 504].map((status) => pause(status))).toEqual([60_000, 60_000, 60_000, 60_000]);
    expect([pause(429, '120'), pause(503, '0'), pause(429, '86400')]).toEqual([120_000, 1_000, HOUR]);
    expect(pause(429, 'Fri, 20 Nov 2026 02:10:00 GMT')).toBe(600_000);
    expect([pause(429, 'soon'), pause(429, '-5')]).toEqual([60_000, 60_000]);
  });

  it('is none that answers something else', () => {
    expect([pause(500, '120'), pause(200), pauseOf({ fault: 'timeout' }, NOW)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('failures are raised after a day and disable after five', () => {
  const after = (hours: number) => afterFailure(0, hours * HOUR);
  expect([0, 23.9, 24, 119.9, 120].map(after)).toEqual(['nothing', 'nothing', 'raise', 'raise', 'disable']);
});
