import { expect, test } from 'vitest';
import { announcedSeconds, quietMs, secondsLeft, warningAt } from './session-warning.domain.ts';

/** Idle time of 15 minutes with the warning in the last two. */
const times = { idleSinceMs: 1_000_000, idleTotalMs: 900_000, warningMs: 120_000, isWarningEnabled: true };

test.each([
  ['two minutes before the end', {}, 1_780_000],
  [
    'one millisecond after the idle time began, where the warning is nearly all of it',
    { warningMs: 899_999 },
    1_000_001,
  ],
  ['never, where warnings are off', { isWarningEnabled: false }, null],
  ['never, without a warning time', { warningMs: 0 }, null],
  ['never, where the warning would take the whole time', { warningMs: 900_000 }, null],
  ['never, where the warning is longer than the whole time', { warningMs: 900_001 }, null],
])('warns %s', (_, changed, expected) => {
  expect(warningAt({ ...times, ...changed })).toBe(expected);
});

test.each([
  ['up to the warning', {}, 780_000],
  ['to the end, where nobody is warned', { isWarningEnabled: false }, 900_000],
])('stays silent %s', (_, changed, expected) => {
  expect(quietMs({ ...times, ...changed })).toBe(expected);
});

test.each([
  [1_780_000, 120],
  [1_780_200, 120],
  [1_781_000, 119],
  [1_899_001, 1],
  [1_900_000, 0],
  [2_500_000, 0],
])('at %i ms shows %i s left', (nowMs, expected) => {
  expect(secondsLeft(times, nowMs)).toBe(expected);
});

test.each([
  [300, 300, null],
  [241, 300, null],
  [240, 300, 240],
  [181, 300, 240],
  [180, 300, 180],
  [120, 120, null],
  [61, 120, null],
  [60, 120, 60],
  [41, 120, 60],
  [40, 120, 40],
  [21, 120, 40],
  [20, 120, 20],
  [1, 120, 20],
  [0, 120, null],
  [90, 90, null],
  [60, 90, 60],
  [35, 35, null],
  [20, 35, 20],
  [15, 15, null],
])('announces with %i s left of %i: %s', (left, leftAtFirst, expected) => {
  expect(announcedSeconds(left, leftAtFirst)).toBe(expected);
});
