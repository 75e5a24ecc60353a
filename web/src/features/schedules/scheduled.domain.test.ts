import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { describe, expect, it } from 'vitest';
import { toPaidBefore, dueSoon, isRegular, failedRunOf } from './scheduled.domain.ts';

const RENT: ScheduledPayment = {
  id: 'f1b6a1d2-0000-4000-8000-000000000001',
  transferType: 3,
  transferTypeDescription: '',
  isReturnOfFunds: false,
  frequency: 2,
  startDate: '2026-11-27',
  endDate: '2027-06-25',
  noOfPayments: null,
  paymentsLeft: 16,
  nextDate: '2026-11-27',
  nextPaymentDate: '2026-11-27',
  comingDates: ['2026-11-27', '2026-12-11', '2026-12-29'],
  state: 'Active',
  heldUntil: null,
  isWaiting: false,
  amount: 310.1,
  accountName: 'Rent',
  bsb: '000101',
  accountNumber: '12345678',
  purpose: 1,
  description: 'Flat',
  recipientDescription: 'Rent',
  receiptNumber: '263240000017',
  runs: [],
};
const BILL: ScheduledPayment = { ...RENT, transferType: 1, bsb: '23796', accountNumber: '87348538', purpose: null };
const run = (state: 'Paid' | 'Failed') => ({
  plannedDate: '2026-11-13',
  triedAt: '2026-11-13T04:30:00.000Z',
  state,
  errorCode: null,
  available: null,
  receiptNumber: null,
});

describe('due payments', () => {
  it('are counted by the days on which they are made', () => {
    expect(dueSoon([RENT, { ...RENT, comingDates: ['2026-12-01'], amount: 0.2 }])).toEqual({
      count: 4,
      dollars: 930.5,
    });
    expect(dueSoon([{ ...RENT, comingDates: [] }])).toEqual({ count: 0, dollars: 0 });
  });
});

it('a payment on one day does not count as regular', () => {
  expect([isRegular(RENT), isRegular({ ...RENT, frequency: 21, endDate: null })]).toEqual([true, false]);
});

it('only the last run counts as a failure', () => {
  expect(failedRunOf({ ...RENT, runs: [run('Failed'), run('Paid')] })?.state).toBe('Failed');
  expect(failedRunOf({ ...RENT, runs: [run('Paid'), run('Failed')] })).toBeNull();
  expect(failedRunOf(RENT)).toBeNull();
});

it('a scheduled payment can be repeated now with the same destination and fields', () => {
  const parts = { AccountNumber: '12345678', Amount: 310.1, Description: 'Flat' };
  expect(toPaidBefore(RENT)).toEqual({
    ...parts,
    Method: 'external',
    Name: 'Rent',
    Bsb: '000101',
    Purpose: 1,
    RecipientDescription: 'Rent',
  });
  expect(toPaidBefore(BILL)).toEqual({
    ...parts,
    Method: 'bpay',
    Name: BILL.accountName,
    Bsb: '23796',
    AccountNumber: '87348538',
    Purpose: BILL.purpose,
    RecipientDescription: BILL.recipientDescription,
  });
});
