import { expect, it } from 'vitest';
import { fitsRule, takesAmount } from './bill-reference.ts';

it.each([
  // Published references: 1234567890 takes 3 by MOD10V01 and 5 by MOD10V05; 00001672 takes 5.
  ['MOD10V01', '12345678903', true],
  ['MOD10V01', '000016725', true],
  ['MOD10V01', '12345678905', false],
  ['MOD10V05', '12345678905', true],
  ['MOD10V05', '12345678903', false],
  ['none', '12345678904', true],
] as const)('by %s of %s: %s', (rule, reference, isRight) => {
  expect(fitsRule({ rule, shortest: 2, longest: 20 }, reference)).toBe(isRight);
});

it('accepts only references with the number of digits that the biller requires', () => {
  const rule = { rule: 'none', shortest: 8, longest: 9 } as const;
  expect(['1234567', '12345678', '123456789', '1234567890'].map((text) => fitsRule(rule, text))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it.each([
  [{ least: 20, most: 5_000 }, [19_99, 20_00, 5_000_00, 5_000_01], [false, true, true, false]],
  [{ least: 19.99, most: null }, [19_98, 19_99, 99_999_99], [false, true, true]],
  [{ least: null, most: 0.29 }, [1, 29, 30], [true, true, false]],
  [{ least: null, most: null }, [1, 99_999_99], [true, true]],
])('takes amounts within %j', (limits, cents, takes) => {
  expect(cents.map((each) => takesAmount(limits, each))).toEqual(takes);
});
