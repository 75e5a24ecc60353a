import { expect, it } from 'vitest';
import { happenedAt } from './happened-at.domain.ts';

const NOW = '2026-11-20T02:00:00Z';

it.each([
  ['2026-11-20T01:59:59Z', '2026-11-20T01:59:59Z'],
  // A cruise ship that sends its purchases in at the end of the season.
  ['2026-05-24T02:00:00Z', '2026-05-24T02:00:00Z'],
  ['2026-05-24T01:59:59Z', NOW],
  ['1970-01-01T00:00:00Z', NOW],
  ['0026-11-19T02:00:00Z', NOW],
  ['2026-11-20T02:00:01Z', NOW],
  ['not a time', NOW],
  [undefined, NOW],
])('a purchase sent as of %s counts as of %s', (sent, expected) => {
  expect(happenedAt(sent, Date.parse(NOW))).toBe(Date.parse(expected));
});
