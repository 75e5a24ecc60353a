import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { describe, expect, it } from 'vitest';
import { comingSoon, failedRunOf, isRegular, onceLater, toPaidBefore } from './scheduled.domain.ts';

const RENT: ScheduledPayment = {
  id: 'f1b6a1d2-0000-4000-8000-000000000001',
  transferType: 3,
  transferTypeDescription: '',
  isReturnOfFunds: false,
  frequency: 2,
  startDate: '2026-11-27',
  monthDay: null,
  endDate: '2027-06-25',
  noOfPayments: null,
  paymentsLeft: 16,
  nextDate: '2026-11-27',
  nextPaymentDate: '2026-11-27',
  comingPayments: [
    { plannedDate: '2026-11-27', paymentDate: '2026-11-27' },
    { plannedDate: '2026-12-11', paymentDate: '2026-12-11' },
    { plannedDate: '2026-12-25', paymentDate: '2026-12-29' },
  ],
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

const on = (day: string, amount: number): ScheduledPayment => ({
  ...BILL,
  frequency: 21,
  amount,
  nextPaymentDate: day,
  comingPayments: [{ plannedDate: day, paymentDate: day }],
});

describe('payments of the next 14 days', () => {
  it('are in the order of the days on which they are made, with their sum', () => {
    const { rows, dollars } = comingSoon([RENT, on('2026-12-04', 0.2), on('2026-12-12', 9)], '2026-11-27');
    expect(rows.map(({ paymentDate, payment }) => [paymentDate, payment.amount])).toEqual([
      ['2026-11-27', 310.1],
      ['2026-12-04', 0.2],
      ['2026-12-11', 310.1],
    ]);
    // 310.10 + 0.20 + 310.10
    expect(dollars).toBe(620.4);
    expect(comingSoon([{ ...RENT, comingPayments: [] }], '2026-11-27')).toEqual({ rows: [], dollars: 0 });
  });

  it('leave out one that is made once and later, which is listed apart', () => {
    const later = on('2026-12-12', 9);
    expect(onceLater([RENT, on('2026-12-11', 1), later], '2026-11-27')).toEqual([later]);
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
