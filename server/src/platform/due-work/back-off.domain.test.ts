import { describe, expect, it } from 'vitest';
import { waitAfter } from './back-off.domain.ts';

const RULES = { firstMs: 10_000, longestMs: 60_000, attempts: 6, jitter: 0.2 };

describe('the delay after a failure', () => {
  it('doubles up to the longest, and ends with the last attempt', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfter(RULES, attempt, 0))).toEqual([
      10_000,
      20_000,
      40_000,
      60_000,
      60_000,
      undefined,
      undefined,
    ]);
  });

  it('has a random addition of up to a fifth', () => {
    expect(waitAfter(RULES, 1, 0.5)).toBe(11_000);
    expect(waitAfter(RULES, 1, 1)).toBe(12_000);
    expect(waitAfter(RULES, 5, 1)).toBe(72_000);
  });

  it('stays finite for work that is never given up', () => {
    expect(waitAfter({ ...RULES, attempts: Number.POSITIVE_INFINITY }, 5_000, 0)).toBe(60_000);
  });
});
