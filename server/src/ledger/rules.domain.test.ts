import { describe, expect, test } from 'vitest';
import { largestTolerated, refuseAmount, refuseCredit, refuseDebit, refuseHold } from './rules.domain.ts';

const account = { balance: 100n, held: 30n, floor: 0n, credited: 0n };
const LIMIT = 4_000_000_000_000_000_000n;

describe('an amount', () => {
  test.each([
    [0n, 'amount_not_positive'],
    [-1n, 'amount_not_positive'],
    [1n, undefined],
    [9_999_999_999n, undefined],
    [10_000_000_000n, 'amount_too_large'],
    [9_223_372_036_854_775_807n, 'amount_too_large'],
    [9_223_372_036_854_775_808n, 'amount_too_large'],
  ])('of %d cents: %s', (amount, refusal) => {
    expect(refuseAmount(amount)).toBe(refusal);
  });
});

describe('a debit', () => {
  test('may take the last cent that is available', () => {
    expect(refuseDebit(account, 70n, 0n, false)).toBeUndefined();
  });
  test('cannot use held funds', () => {
    expect(refuseDebit(account, 71n, 0n, false)).toBe('insufficient_funds');
  });
  test('may use funds that the same posting releases', () => {
    expect(refuseDebit(account, 100n, 30n, false)).toBeUndefined();
    expect(refuseDebit(account, 101n, 30n, false)).toBe('insufficient_funds');
  });
  test('may go down to a floor below zero', () => {
    expect(refuseDebit({ ...account, floor: -50n }, 120n, 0n, false)).toBeUndefined();
    expect(refuseDebit({ ...account, floor: -50n }, 121n, 0n, false)).toBe('insufficient_funds');
  });
  test('crosses the floor when forced', () => {
    expect(refuseDebit(account, 500n, 0n, true)).toBeUndefined();
  });
  test('never moves a balance out of its range, forced or without a floor', () => {
    expect(refuseDebit({ balance: 1n - LIMIT, held: 0n, floor: null }, 2n, 0n, true)).toBe('amount_too_large');
    expect(refuseDebit({ balance: 1n - LIMIT, held: 0n, floor: null }, 1n, 0n, false)).toBeUndefined();
  });
});

describe('a credit', () => {
  test('is accepted by an account below its floor', () => {
    expect(refuseCredit({ balance: -500n, held: 0n, floor: 0n, credited: 0n }, 1n, undefined, false)).toBeUndefined();
  });
  test('may reach the ceiling and not exceed it', () => {
    expect(refuseCredit(account, 899n, 999n, false)).toBeUndefined();
    expect(refuseCredit(account, 900n, 999n, false)).toBe('above_ceiling');
  });
  test('crosses the ceiling when forced', () => {
    expect(refuseCredit(account, 900n, 999n, true)).toBeUndefined();
  });
  test('never moves a balance, or the sum of all credits, out of its range', () => {
    expect(refuseCredit({ ...account, credited: LIMIT }, 1n, undefined, true)).toBe('amount_too_large');
    expect(refuseCredit({ ...account, credited: LIMIT - 1n }, 1n, undefined, true)).toBeUndefined();
    expect(refuseCredit({ balance: LIMIT, held: 0n, floor: null, credited: 0n }, 1n, undefined, true)).toBe(
      'amount_too_large',
    );
  });
});

describe('a hold', () => {
  test('may cover all available funds, and no more', () => {
    expect(refuseHold(account, 70n, false)).toBeUndefined();
    expect(refuseHold(account, 71n, false)).toBe('insufficient_funds');
  });
  test('may cover more when forced', () => {
    expect(refuseHold(account, 71n, true)).toBeUndefined();
  });
  test('never moves the held amount out of its range', () => {
    expect(refuseHold({ balance: 0n, held: LIMIT, floor: null }, 1n, true)).toBe('amount_too_large');
  });
});

describe('the tolerance of a hold', () => {
  test.each([
    ['none', 10_000n, 0n, 0, 10_000n],
    ['cents', 10_000n, 250n, 0, 10_250n],
    ['basis points of what is held', 10_000n, 0n, 1_500, 11_500n],
    ['both together', 10_000n, 250n, 1_500, 11_750n],
    ['no part of a cent', 99n, 0n, 2_000, 118n],
  ])('%s', (_what, keep, tolerance, tolerancePoints, largest) => {
    expect(largestTolerated({ keep, tolerance, tolerancePoints })).toBe(largest);
  });
});
