import { expect, it } from 'vitest';
import { mostADay } from './pay-to.ts';

it.each([
  [200, 10_000, 300],
  [50, 10_000, 100],
  [100, 10_000, 150],
  [133.34, 10_000, 250],
  [500, 600, 600],
  [500, 500, 500],
  [700, 600, 700],
])('a top-up of %d with loads up to %d permits %d a day', (amount, maximumLoad, most) => {
  expect(mostADay(amount, maximumLoad)).toBe(most);
});
