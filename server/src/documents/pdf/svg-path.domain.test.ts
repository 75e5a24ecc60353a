import { expect, test } from 'vitest';
import { pathOperators } from './svg-path.domain.ts';

test.each([
  ['lines', 'M1 2L3 4H5V6Z', '1 2 m 3 4 l 5 4 l 5 6 l h'],
  ['relative lines, and back at the start', 'm1 2l3 4h5v6zl1 1', '1 2 m 4 6 l 9 6 l 9 12 l h 2 3 l'],
  ['a move that goes on as lines', 'M0 0 1 1 2 0m1 1 1 1', '0 0 m 1 1 l 2 0 l 3 1 m 4 2 l'],
  ['numbers without gaps', 'M.5.5-1-1L1e1,2', '0.5 0.5 m -1 -1 l 10 2 l'],
  ['a curve', 'M0 0C1 2 3 4 5 6', '0 0 m 1 2 3 4 5 6 c'],
  // The reflection of (3, 4) at (5, 6) is (7, 8).
  ['a smooth curve', 'M0 0C1 2 3 4 5 6S9 9 10 10', '0 0 m 1 2 3 4 5 6 c 7 8 9 9 10 10 c'],
  ['a smooth curve behind a line', 'M0 0L5 6S9 9 10 10', '0 0 m 5 6 l 5 6 9 9 10 10 c'],
  // A quadratic curve: control points two thirds of the way to (3, 3).
  ['a quadratic curve', 'M0 0Q3 3 6 0', '0 0 m 2 2 4 2 6 0 c'],
  ['a smooth quadratic curve', 'M0 0Q3 3 6 0T12 0', '0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c'],
  // A quarter of a circle: 4/3 × tan(π/8) = 0.552.
  ['a quarter of a circle', 'M1 0A1 1 0 0 1 0 1', '1 0 m 1 0.552 0.552 1 0 1 c'],
  ['flags without gaps', 'M1 0a1 1 0 01-1 1', '1 0 m 1 0.552 0.552 1 0 1 c'],
  ['an arc without a radius', 'M0 0A0 1 0 0 1 2 2', '0 0 m 0 0 2 2 2 2 c'],
])('parses %s', (_, data, operators) => {
  expect(pathOperators(data)).toBe(operators);
});

test('an arc with too small a radius is drawn with the smallest radius that fits', () => {
  // From (0, 0) to (4, 0) the radius is 2: through (2, -2) clockwise on the screen.
  expect(pathOperators('M0 0A1 1 0 0 1 4 0')).toBe('0 0 m 0 -1.105 0.895 -2 2 -2 c 3.105 -2 4 -1.105 4 0 c');
});

test.each(['L1 1', 'M1', 'M1 1X2', 'M1 1 2', 'M0 0A1 1 0 2 1 1 1', 'M0 0C1 1', '1 1', 'M a'])(
  'rejects the path %s',
  (data) => {
    expect(pathOperators(data)).toBeUndefined();
  },
);
