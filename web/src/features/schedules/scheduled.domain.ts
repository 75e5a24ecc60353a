import { occurrenceOf } from '@wattle/contract/rules/schedule-dates.ts';
import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import type { PaidBefore } from '../transfers/public.ts';

const ONCE = 21;

/** Whether it is paid more than once. */
export function isRegular({ frequency }: ScheduledPayment): boolean {
  return frequency !== ONCE;
}

/** How often it is paid, as a key of the texts. */
export function everyOf(payment: ScheduledPayment): string {
  if (payment.isReturnOfFunds) return 'return';
  return isRegular(payment) ? `every.${payment.frequency}` : 'once';
}

/** Last run when its payer must be informed: it failed or is delayed. */
export function troubleOf({ runs }: ScheduledPayment): ScheduledPayment['runs'][number] | null {
  const [last] = runs;
  return last && last.state !== 'Paid' ? last : null;
}

/** The payments of a schedule, and dollars, from a day to another one, both included. */
export function dueWithin(payment: ScheduledPayment, to: string): { readonly count: number; readonly dollars: number } {
  const { startDate, endDate, noOfPayments, frequency, nextDate, amount } = payment;
  if (nextDate === null) return { count: 0, dollars: 0 };
  const recurring = { frequency, firstDay: startDate, endDay: endDate, numberOfPayments: noOfPayments };
  let count = 0;
  for (let n = 0; ; n += 1) {
    const day = occurrenceOf(recurring, n);
    if (day === undefined || day > to) break;
    if (day >= nextDate) count += 1;
  }
  return { count, dollars: Math.round(count * amount * 100) / 100 };
}

/** An ordinary payment to the same destination. */
export function asPayment(payment: ScheduledPayment): PaidBefore {
  const { accountName, accountNumber, bsb, amount, purpose, description, recipientDescription } = payment;
  return {
    Method: METHOD_NAMES.find((name) => PAYMENT_METHODS[name].payeeType === payment.transferType) ?? '',
    Name: accountName,
    Bsb: bsb ?? '',
    AccountNumber: accountNumber,
    Purpose: purpose,
    Amount: amount,
    Description: description,
    RecipientDescription: recipientDescription,
  };
}
