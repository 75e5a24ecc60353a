import { describe, expect, it } from 'vitest';
import { crossesLow, tellsOfPosting, tellsOfPurchase, tellsOfStatement } from './told.domain.ts';

const NONE = {
  bank_transfer: [],
  debit_card: [],
  auto_top_up: [],
  voucher_top_up: [],
  declined: [],
  statement: [],
  over_value: [],
  low_balance: [],
  over_value_from: null,
};

describe('a purchase', () => {
  const setting = { ...NONE, debit_card: [1, 3], over_value: [1, 2], over_value_from: 500_00n, declined: [3] };

  it('above the amount is told as a large one, and as a purchase by the ways that do not tell that', () => {
    expect(tellsOfPurchase(setting, { amount: 500_01n, is_declined: false })).toEqual([
      { template: 'alertOverValue', ways: [1, 2] },
      { template: 'alertPurchase', ways: [3] },
    ]);
  });

  it('of the amount itself is not above it', () => {
    expect(tellsOfPurchase(setting, { amount: 500_00n, is_declined: false })).toEqual([
      { template: 'alertPurchase', ways: [1, 3] },
    ]);
  });

  it('that was declined is told as that alone', () => {
    expect(tellsOfPurchase(setting, { amount: 900_00n, is_declined: true })).toEqual([
      { template: 'alertDeclined', ways: [3] },
    ]);
    expect(tellsOfPurchase(NONE, { amount: 900_00n, is_declined: true })).toEqual([]);
  });
});

describe('a posting', () => {
  const setting = { ...NONE, bank_transfer: [2] };
  it.each([
    ['transferIn', 'alertMoneyIn'],
    ['transferOut', 'alertMoneyOut'],
    ['bpay', 'alertMoneyOut'],
    ['pay', 'alertMoneyIn'],
  ])('%s is %s', (kind, template) => {
    expect(tellsOfPosting(setting, { kind, source: 'suspense' })).toEqual([{ template, ways: [2] }]);
    expect(tellsOfPosting(NONE, { kind, source: null })).toEqual([]);
  });

  it.each(['purchase', 'fee', 'interest', 'refund', 'topUp'])('%s is no bank transfer', (kind) => {
    expect(tellsOfPosting(setting, { kind, source: 'schemeSettlement' })).toEqual([]);
  });
});

it.each(['bank', 'suspense', 'gateway'])('money in out of the account %s is told as a bank transfer', (source) => {
  const setting = { ...NONE, bank_transfer: [1], voucher_top_up: [2] };
  expect(tellsOfPosting(setting, { kind: 'topUp', source })).toEqual([{ template: 'alertTopUp', ways: [1] }]);
});

it('a top-up by voucher is told by its own ways', () => {
  const setting = { ...NONE, bank_transfer: [1], voucher_top_up: [2] };
  expect(tellsOfPosting(setting, { kind: 'topUp', source: 'vouchers' })).toEqual([
    { template: 'alertTopUp', ways: [2] },
  ]);
});

it('an automatic top-up is told by its own ways', () => {
  const setting = { ...NONE, bank_transfer: [1], auto_top_up: [3] };
  expect(tellsOfPosting(setting, { kind: 'topUp', source: 'directDebits' })).toEqual([
    { template: 'alertTopUp', ways: [3] },
  ]);
});

it('a statement is told to the primary holder alone', () => {
  const setting = { ...NONE, statement: [1, 2] };
  expect(tellsOfStatement(setting, { isPrimary: true })).toEqual([{ template: 'alertStatement', ways: [1, 2] }]);
  expect(tellsOfStatement(setting, { isPrimary: false })).toEqual([]);
});

it('a low balance is news when it is crossed', () => {
  const below = { low_balance_below: 100_00n };
  expect(crossesLow({ ...below, is_low: false }, 99_99n)).toEqual({ isLow: true, isNews: true });
  expect(crossesLow({ ...below, is_low: true }, 50_00n)).toEqual({ isLow: true, isNews: false });
  expect(crossesLow({ ...below, is_low: true }, 100_00n)).toEqual({ isLow: false, isNews: false });
  expect(crossesLow({ low_balance_below: null, is_low: false }, 0n)).toEqual({ isLow: false, isNews: false });
});
