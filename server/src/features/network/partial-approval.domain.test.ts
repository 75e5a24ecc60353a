import { expect, it } from 'vitest';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { partWithin, takesPart } from './partial-approval.domain.ts';

it.each<[string, bigint, number | null, bigint]>([
  ['all that is available, where there is no fee', 4_000n, null, 4_000n],
  ['nothing of nothing', 0n, null, 0n],
  ['nothing of an overdrawn account', -500n, 300, 0n],
  // 3% of 38.83 are 1.16 (1.1649), together 39.99; of 38.84 they are 1.17 (1.1652), together 40.01.
  ['what fits together with 3%', 4_000n, 300, 3_883n],
  // 3% of 1.00 are 0.03.
  ['what fits exactly together with 3%', 103n, 300, 100n],
  // 3% of 0.16 are 0.00 (0.0048), of 0.17 are 0.01 (0.0051).
  ['the cent that rounding leaves', 16n, 300, 16n],
  ['not the cent that rounding takes', 17n, 300, 16n],
])('the approved part is %s', (_, available, points, expected) => {
  expect(partWithin(available, points)).toBe(expected);
});

it.each<[string, Partial<PurchaseMessage>, boolean]>([
  ['a terminal that can', {}, true],
  ['a terminal that cannot', { takesPart: false }, false],
  ['a terminal that says nothing', { takesPart: undefined }, false],
  ['an ATM', { channel: 'atm' }, false],
  ['a purchase with cash', { cashAmount: 1_000 }, false],
  ['a bank counter', { merchant: { mcc: '6010' } }, false],
])('a part is taken by %s: %s', (_, given, expected) => {
  const message: PurchaseMessage = {
    reference: 'TEST-1',
    card: { number: '' },
    amount: 1_234,
    channel: 'chip',
    merchant: { mcc: '5411' },
    takesPart: true,
    ...given,
  };
  expect(takesPart(message)).toBe(expected);
});
