import { expect, test } from 'vitest';
import { nextAttemptAt } from './retry.domain.ts';

test('a retry waits 10 seconds, then twice as long after each attempt, one hour at most', () => {
  const waitsS = Array.from({ length: 11 }, (_, made) => ((nextAttemptAt(made + 1, 5_000) ?? 0) - 5_000) / 1000);
  expect(waitsS).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
});

test('a message is given up after the 12th attempt', () => {
  expect(nextAttemptAt(12, 5_000)).toBeUndefined();
});
