import { describe, expect, it } from 'vitest';
import { checkLowBalance, alertsOfPosting, alertsOfPurchase, alertsOfStatement } from './alerts-of-event.domain.ts';

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

  it('below the amount is not a large purchase', () => {
    expect(alertsOfPurchase(setting, { amount: 499_99n, is_declined: false })).toEqual([
      { template: 'alertPurchase', channels: [1, 3] },
    ]);
  });

  it('above the amount sends a large-purchase alert, and a purchase alert on the other channels', () => {
    expect(alertsOfPurchase(setting, { amount: 500_01n, is_declined: false })).toEqual([
      { template: 'alertOverValue', channels: [1, 2] },
      { template: 'alertPurchase', channels: [3] },
    ]);
  });

  it('of exactly the amount is a large purchase', () => {
    expect(alertsOfPurchase(setting, { amount: 500_00n, is_declined: false })).toEqual([
      { template: 'alertOverValue', channels: [1, 2] },
      { template: 'alertPurchase', channels: [3] },
    ]);
  });

  it('that was declined sends only the alert for declined purchases', () => {
    expect(alertsOfPurchase(setting, { amount: 900_00n, is_declined: true })).toEqual([
      { template: 'alertDeclined', channels: [3] },
    ]);
    expect(alertsOfPurchase(NONE, { amount: 900_00n, is_declined: true })).toEqual([]);
  });
});

describe('a posting', () => {
  const setting = { ...NONE, bank_transfer: [2] };
  it.each([
    ['transferIn', 'alertMoneyIn'],
    ['transferOut', 'alertMoneyOut'],
    ['bpay', 'alertMoneyOut'],
    ['pay', 'alertMoneyIn'],
  ])('of kind %s sends the alert %s', (kind, template) => {
    expect(alertsOfPosting(setting, { kind, source: 'suspense' })).toEqual([{ template, channels: [2] }]);
    expect(alertsOfPosting(NONE, { kind, source: null })).toEqual([]);
  });

  it.each(['purchase', 'fee', 'interest', 'refund', 'topUp'])('of kind %s is not a bank transfer', (kind) => {
    expect(alertsOfPosting(setting, { kind, source: 'schemeSettlement' })).toEqual([]);
  });
});

it.each(['bank', 'suspense', 'gateway'])('a top-up from %s is reported as a bank transfer', (source) => {
  const setting = { ...NONE, bank_transfer: [1], voucher_top_up: [2] };
  expect(alertsOfPosting(setting, { kind: 'topUp', source })).toEqual([{ template: 'alertTopUp', channels: [1] }]);
});

it('a voucher top-up uses the channels chosen for vouchers', () => {
  const setting = { ...NONE, bank_transfer: [1], voucher_top_up: [2] };
  expect(alertsOfPosting(setting, { kind: 'topUp', source: 'vouchers' })).toEqual([
    { template: 'alertTopUp', channels: [2] },
  ]);
});

it('an automatic top-up uses the channels chosen for automatic top-ups', () => {
  const setting = { ...NONE, bank_transfer: [1], auto_top_up: [3] };
  expect(alertsOfPosting(setting, { kind: 'topUp', source: 'directDebits' })).toEqual([
    { template: 'alertTopUp', channels: [3] },
  ]);
});

it('a statement is reported to the primary holder alone', () => {
  const setting = { ...NONE, statement: [1, 2] };
  expect(alertsOfStatement(setting, { isPrimary: true })).toEqual([{ template: 'alertStatement', channels: [1, 2] }]);
  expect(alertsOfStatement(setting, { isPrimary: false })).toEqual([]);
});

it('a low balance is reported only when it falls below the limit', () => {
  const below = { low_balance_below: 100_00n };
  expect(checkLowBalance({ ...below, is_low: false }, 99_99n)).toEqual({ isLow: true, hasJustBecomeLow: true });
  expect(checkLowBalance({ ...below, is_low: true }, 50_00n)).toEqual({ isLow: true, hasJustBecomeLow: false });
  expect(checkLowBalance({ ...below, is_low: true }, 100_00n)).toEqual({ isLow: false, hasJustBecomeLow: false });
  expect(checkLowBalance({ low_balance_below: null, is_low: false }, 0n)).toEqual({
    isLow: false,
    hasJustBecomeLow: false,
  });
});
