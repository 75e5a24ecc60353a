import { expect, it } from 'vitest';
import { farNumbers, nearNumbers } from './near-number.domain.ts';

it.each([
  ['20010071', '200100717', 'oneShort'],
  ['20010017', '200100017', 'oneShort'],
  ['2001000177', '200100017', 'oneTooMany'],
  ['200100071', '200100017', 'twoSwapped'],
  ['200100018', '200100017', 'oneOther'],
])('%s may be %s: %s', (typed, number, slip) => {
  expect(nearNumbers(typed).get(number)).toBe(slip);
});

it.each(['', '2001000', 'A CHEN', '200100017x', '20010001777'])('%s is near no account', (typed) => {
  expect(nearNumbers(typed).size).toBe(0);
});

it('names as many numbers as there are slips, and never the number itself', () => {
  // A ninth digit in nine places of ten digits each; the same digit beside itself counts once.
  expect(nearNumbers('20010071').size).toBe(82);
  expect(nearNumbers('123456789').has('123456789')).toBe(false);
  // Nine places with nine other digits, and eight swaps.
  expect(nearNumbers('123456789').size).toBe(89);
});

it.each([
  ['200100717', '207100710', 'twoApart'],
  ['123456789', '456123789', 'groupsSwapped'],
  ['200100717', '200717100', 'groupsSwapped'],
  ['200100717', '200100233', 'oneGroup'],
  ['200100717', '200456717', 'oneGroup'],
  // What one slip explains is not listed with a further reason.
  ['200100717', '200100718', undefined],
  ['200100717', '200100771', undefined],
  // Two groups differ.
  ['200100717', '200456233', undefined],
] as const)('%s may be %s: %s', (typed, number, gap) => {
  expect(farNumbers(typed).get(number)).toBe(gap);
});

it.each(['', '20010071', '2001007171', '20010071x'])('%s is far from no account', (typed) => {
  expect(farNumbers(typed).size).toBe(0);
});
