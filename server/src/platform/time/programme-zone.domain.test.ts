import { expect, it } from 'vitest';
import { isTurnOfYear } from './programme-zone.domain.ts';

// Melbourne is eleven hours ahead of UTC in summer: 2027 begins there at 13:00 UTC on 31 December 2026.
it.each([
  ['2026-12-30T12:59:59.999Z', false],
  ['2026-12-30T13:00:00.000Z', true],
  ['2026-12-31T12:59:59.999Z', true],
  ['2026-12-31T13:00:00.000Z', true],
  ['2027-01-01T12:59:59.999Z', true],
  ['2027-01-01T13:00:00.000Z', false],
  ['2026-06-30T14:00:00.000Z', false],
])('the year ends at midnight in Melbourne: %s', (at, isIt) => {
  expect(isTurnOfYear(Date.parse(at))).toBe(isIt);
});
