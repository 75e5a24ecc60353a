import type { Alert } from '@wattle/contract/alerts/alerts.ts';
import { expect, it } from 'vitest';
import { amountProblem, toAlerts, toggled, toValues } from './alerts.domain.ts';

const NONE: Omit<Alert, 'AlertType'> = {
  IsBankTransfer: false,
  IsDebitCard: false,
  IsAutoTopUp: false,
  IsVoucherTopUp: false,
  IsDeclinedTransaction: false,
  IsStatementAlert: false,
  TransactionOverValue: null,
  LowBalance: null,
};

it('reads every kind of saved alert back unchanged', () => {
  const saved: Alert[] = [
    { ...NONE, AlertType: 1, IsDebitCard: true, TransactionOverValue: 250.5, IsStatementAlert: true },
    { ...NONE, AlertType: 3, IsDebitCard: true, IsDeclinedTransaction: true, LowBalance: 50, IsVoucherTopUp: true },
  ];
  const values = toValues({ Alerts: saved });
  expect(values).toMatchObject({
    debitCard: 'email push',
    declined: 'push',
    overValue: 'email',
    overValueAmount: '250.5',
    lowBalance: 'push',
    lowBalanceAmount: '50',
    bankTransfer: '',
    autoTopUp: '',
    voucher: 'push',
    statement: 'email',
  });
  expect(toAlerts(values)).toEqual(saved);
});

it('defaults to amounts of 500 and 100 and no channel without alerts', () => {
  const values = toValues({ Alerts: [] });
  expect(values).toMatchObject({ overValueAmount: '500', lowBalanceAmount: '100' });
  expect(toAlerts(values)).toEqual([]);
});

it('adds a channel in order and removes it again', () => {
  expect(toggled('push', 'email')).toBe('email push');
  expect(toggled('email push', 'email')).toBe('push');
});

it.each([
  ['50', undefined],
  ['99999.99', undefined],
  ['0', 'gtZero'],
  ['0.00', 'gtZero'],
  ['', 'nan'],
  ['-5', 'nan'],
  ['5.001', 'nan'],
  ['100000', 'nan'],
])('checks the amount %j: %s', (typed, problem) => {
  expect(amountProblem(typed)).toBe(problem);
});
