import { expect, it } from 'vitest';
import { stockLasts } from './stock-lasts.domain.ts';

it.each([
  // 8 weeks used 112 cards: 2 a day, so 86 last 43 days.
  [86, 112, 43],
  [86, 113, 42],
  [1, 112, 0],
  [0, 5, 0],
  [640, 0, null],
])('%i cards, of which %i were used in 8 weeks, last %j days', (unused, used, days) =>
  expect(stockLasts(unused, used)).toBe(days),
);
