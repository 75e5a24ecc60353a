import { expect, test } from 'vitest';
import { contrastPairs, shownRatio } from './contrast-pairs.ts';

const tokens = (values: Readonly<Record<string, string>>) => new Map(Object.entries(values));
const pairOf = (values: Readonly<Record<string, string>>, front: string, ground: string, over?: string) =>
  contrastPairs(tokens(values)).find((one) => one.front === front && one.ground === ground && one.over === over);

// Luminances by WCAG 2.2: #7a1f2b 0.05292, white 1: 1.05 / 0.10292. #d9a441 0.41683: 1.05 / 0.46683.
test.each([
  ['#7a1f2b', '10.20'],
  ['#4a0f18', '15.29'],
  ['#d9a441', '2.24'],
  // 4.478, which rounded would be 4.5.
  ['#777777', '4.47'],
])('white on %s has %s', (ground, shown) => {
  const pair = pairOf({ brand: ground, 'on-brand': '#ffffff' }, 'on-brand', 'brand');
  expect([shownRatio(pair?.ratio ?? 0), pair?.least]).toEqual([shown, 4.5]);
});

test('a ground under a share of white is mixed before it is compared', () => {
  // 20 % white on black is 51 of 255, luminance 0.03310: 1.05 / 0.08310.
  const pair = pairOf({ hero: '#000000', 'on-hero': '#ffffff' }, 'on-hero', 'hero', 'white');
  expect(shownRatio(pair?.ratio ?? 0)).toBe('12.63');
});

test('borders and the focus need 3:1, and values that are no colours are left out', () => {
  expect(pairOf({ paper: '#fff', focus: '#949494' }, 'focus', 'paper')).toMatchObject({ least: 3 });
  expect(contrastPairs(tokens({ paper: '#fff', focus: 'red' }))).toEqual([]);
});
