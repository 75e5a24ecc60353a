import type { Alert } from '@wattle/contract/alerts/alerts.ts';
import { expect, it } from 'vitest';
import { amountProblem, GROUPS, KINDS, toAlerts, toggleWay, toValues, switchKind } from './alerts.domain.ts';

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
  expect(toggleWay('push', 'email')).toBe('email push');
  expect(toggleWay('email push', 'email')).toBe('push');
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

it('turns a kind on by the ways and the amount that it had, else by the quickest that reaches the person', () => {
  const none = toValues({ Alerts: [] });
  const before = { ...none, overValue: 'email sms', overValueAmount: '75' };
  const reachable = ['email', 'push'] as const;
  expect(switchKind(none, 'overValue', true, { reachable, before })).toMatchObject({
    overValue: 'email',
    overValueAmount: '75',
  });
  expect(switchKind(none, 'debitCard', true, { reachable, before: none })).toMatchObject({ debitCard: 'push' });
  expect(switchKind(none, 'debitCard', true, { reachable: ['sms', 'email'], before: none }).debitCard).toBe('email');
  expect(switchKind(before, 'overValue', false, { reachable, before })).toMatchObject({ overValue: '' });
});

it('shows each kind in one group', () => {
  expect([...GROUPS.card, ...GROUPS.money].sort()).toEqual([...KINDS].sort());
});
