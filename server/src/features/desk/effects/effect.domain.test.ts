import { expect, test } from 'vitest';
import { effectOn } from './effect.domain.ts';

test('an effect shows the balance before, the change with its sign, and the balance after', () => {
  expect(effectOn('Account', 264_000n, 50_000n)).toEqual({
    what: 'Account',
    before: '2640.00',
    change: '500.00',
    after: '3140.00',
  });
});

test('an effect below zero keeps its sign and its cents', () => {
  expect(effectOn('Account', 5n, -12n)).toEqual({ what: 'Account', before: '0.05', change: '-0.12', after: '-0.07' });
});
