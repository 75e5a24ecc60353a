import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
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

let ctx: TestContext;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());

it('the list in SQL has the methods of the contract, in the order of their payee types', async () => {
  const listed = METHOD_NAMES.toSorted(
    (one, other) => PAYMENT_METHODS[one].payeeType - PAYMENT_METHODS[other].payeeType,
  );
  expect(listed.map((name) => PAYMENT_METHODS[name].payeeType)).toEqual(listed.map((_, index) => index + 1));
  expect(await ctx.asOwner('SELECT payment_methods() AS listed')).toEqual([{ listed }]);
});
