import { expect, it } from 'vitest';
import { methodNamed } from '../features/payments/public.ts';
import { paymentMethods } from '../compose/payment-methods.ts';

const DAY = '2026-11-30';
const daily = { counter: 'dailyPayments', since: DAY };

it.each([
  ['internal', null, [daily]],
  ['external', 2, [daily, { counter: 'transferCategory 2', since: '2026-11-01' }]],
  ['bpay', null, [daily, { counter: 'biller 23796', since: DAY }]],
  // All funds of a card, and what the programme pays out of an account that has ended.
  ['return', null, []],
  ['external', null, []],
] as const)('a payment (%s, purpose %j) counts towards %j', (name, purpose, sums) => {
  expect(methodNamed(paymentMethods, name).countedOn({ purpose, bsb: '0023796' }, DAY)).toEqual(sums);
});
