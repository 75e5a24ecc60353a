import { expect, test } from 'vitest';
import { contrast, mix, readColour } from './contrast.ts';

const ratio = (one: string, other: string) => contrast(readColour(one) ?? [0, 0, 0], readColour(other) ?? [0, 0, 0]);

// Black and white by definition, and well-known greys on either side of the limit.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000', 21],
  ['#fff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
])('%s on %s has the contrast %d', (one, other, expected) => {
  expect(ratio(one, other)).toBeCloseTo(expected, 2);
});

test.each(['red', '#12', '#12345', '#11223344', 'rgb(0 0 0)', 'var(--ink)', ''])(
  '%j is no colour of its own',
  (text) => {
    expect(readColour(text)).toBeUndefined();
  },
);

test('mixes by share', () => {
  expect(mix([255, 255, 255], [0, 100, 200], 0.2)).toEqual([51, 131, 211]);
});
