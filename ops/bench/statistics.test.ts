import { expect, test } from 'vitest';
import { isReached, median, percentile, table } from './statistics.ts';

test('a percentile is the smallest sample that covers its share of the samples', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

test('the median of an even number of samples is the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a limit applies to the median', () => {
  const ratio = { name: 'ratio', unit: '', samples: [0.2, 0.25, 0.9], bar: { is: 'atLeast', value: 0.25 } } as const;
  expect(isReached(ratio)).toBe(true);
  expect(isReached({ ...ratio, samples: [0.2, 0.24, 0.9] })).toBe(false);
  expect(isReached({ ...ratio, bar: { is: 'atMost', value: 0.25 } })).toBe(true);
});

test('the table has minimum, median and maximum', () => {
  const figure = { name: 'p99', unit: 'ms', samples: [12.34, 5.678, 123.4], bar: { is: 'atMost', value: 10 } } as const;
  expect(table([figure])).toBe('      min  median  max      bar\np99  5.68    12.3  123  ms  ≤ 10  MISSED');
});
