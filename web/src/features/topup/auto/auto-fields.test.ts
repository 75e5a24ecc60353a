import { expect, test } from 'vitest';
import { judgeAutoTopup, largestTrigger, proposedAutoTopup } from '@wattle/contract/rules/auto-topup-amounts.ts';
import { AMOUNT_PROBLEMS } from '../amount-problems.ts';
import { amountNamed, type AutoTopupOf, checkAmounts, mostOf } from './auto-fields.ts';

/** 5,000 at most on the account, from 10 to 3,000 at a time. */
const all = { MaximumBalance: 5000, MinimumLoad: 10, MaximumLoad: 3000 } as AutoTopupOf;

test.each([
  ['300', '500', {}],
  // The trigger may be as large as the top-up. No balance falls below nothing.
  ['500', '500', {}],
  ['0.01', '10', {}],
  ['0', '10', { trigger: 'gtLimitAmount' }],
  ['', '500', { trigger: 'gtZero' }],
  ['300', '', { amount: 'gtZero' }],
  ['much', '500', { trigger: 'nan' }],
  ['300', '1.234', { amount: 'nan' }],
  ['-1', '500', { trigger: 'nan' }],
  // 5,000 holds a trigger of 2,500 and a top-up as large.
  ['2500', '2500', {}],
  ['2500.01', '2500.01', { trigger: 'ltLimitAmount' }],
  ['0.01', '9.99', { amount: 'gtLimitAmount' }],
  ['0.01', '3000', {}],
  ['0.01', '3000.01', { amount: 'ltLimitAmount' }],
  // 5,000 less a trigger of 2,400 leaves 2,600.
  ['2400', '2600', {}],
  ['2400', '2600.01', { amount: 'ltLimitAmount' }],
  ['501', '500', { trigger: 'triggerAmountLessThanTopupAmount', amount: 'topupAmountLessThanTriggerAmount' }],
])('the trigger %s and the top-up %s are checked', (trigger, amount, problems) => {
  expect(checkAmounts(all, { trigger, amount })).toEqual(problems);
});

test('messages name the amount that they are about', () => {
  const values = { trigger: '2400', amount: '9000' };
  expect(amountNamed(all, values, 'trigger', 'ltLimitAmount')).toBe(2500);
  expect(amountNamed(all, values, 'trigger', 'gtLimitAmount')).toBe(0.01);
  expect(amountNamed(all, values, 'amount', 'ltLimitAmount')).toBe(2600);
  expect(amountNamed(all, values, 'amount', 'gtLimitAmount')).toBe(10);
  expect(mostOf(all, 'much')).toBe(3000);
});

test.each([
  // Half of the maximum, the maximum load, or what the minimum load leaves.
  [{ maximumBalance: 5000, minimumLoad: 10, maximumLoad: 3000 }, 2500],
  [{ maximumBalance: 5000, minimumLoad: 10, maximumLoad: 1000 }, 1000],
  [{ maximumBalance: 500, minimumLoad: 400, maximumLoad: 1000 }, 100],
  [{ maximumBalance: 0.05, minimumLoad: 0.01, maximumLoad: 1000 }, 0.02],
])('beside the largest trigger of %j there is a top-up: %d', (bounds, most) => {
  expect(largestTrigger(bounds)).toBe(most);
  expect(judgeAutoTopup(bounds, { trigger: most, amount: Math.max(most, bounds.minimumLoad) })).toBeUndefined();
});

test('the proposed trigger is a tenth of the maximum load, or the minimum load if that is larger', () => {
  const bounds = { maximumBalance: 5000, minimumLoad: 10, maximumLoad: 3000 };
  expect(proposedAutoTopup(bounds, 10)).toEqual({ trigger: 300, amount: 300 });
  expect(proposedAutoTopup({ ...bounds, minimumLoad: 400 }, 10)).toEqual({ trigger: 300, amount: 400 });
  // Another share of the maximum load, by configuration.
  expect(proposedAutoTopup(bounds, 20)).toEqual({ trigger: 600, amount: 600 });
});

test('a faulty amount by card is reported in the words of the specification', () => {
  expect(AMOUNT_PROBLEMS).toEqual({
    empty: 'gtZero',
    notANumber: 'nan',
    notAboveZero: 'gtZero',
    belowMinimum: 'gtLimit',
    aboveMaximum: 'ltLimit',
  });
});
