import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';

/** A first payment to another bank that waits for a day. */
export const HELD_PAYMENT: ScheduledPayment = {
  id: 'b0a7c0de-0000-4000-8000-000000000001',
  transferType: 3,
  transferTypeDescription: 'Transfer to another bank',
  frequency: 21,
  startDate: '2026-11-21',
  endDate: null,
  noOfPayments: null,
  paymentsLeft: 1,
  nextDate: '2026-11-21',
  comingPayments: [{ plannedDate: '2026-11-21', paymentDate: '2026-11-21' }],
  nextPaymentDate: '2026-11-21',
  isReturnOfFunds: false,
  state: 'Active',
  amount: 350,
  receiptNumber: '263240000017',
  heldUntil: '2026-11-21T02:00:00.000Z',
  isWaiting: false,
  accountName: 'Jordan Blake',
  bsb: '000101',
  accountNumber: '44172208',
  purpose: 2,
  description: '',
  recipientDescription: 'Bond',
  runs: [],
};
