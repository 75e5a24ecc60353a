import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import type { PaidBefore } from '../transfers/public.ts';

const ONCE = 21;

/** Whether it is paid more than once. */
export function isRegular({ frequency }: ScheduledPayment): boolean {
  return frequency !== ONCE;
}

/** How often it is paid, as a key of the texts. */
export function frequencyKey(payment: ScheduledPayment): string {
  if (payment.isReturnOfFunds) return 'return';
  return isRegular(payment) ? `every.${payment.frequency}` : 'once';
}

/** Last run when its payer must be informed: it failed or is delayed. */
export function failedRunOf({ runs }: ScheduledPayment): ScheduledPayment['runs'][number] | null {
  const [last] = runs;
  return last && last.state !== 'Paid' ? last : null;
}

/** Number and dollars of the payments of the next 30 days. */
export function dueSoon(payments: readonly ScheduledPayment[]): { readonly count: number; readonly dollars: number } {
  const cents = payments.map(({ comingDates, amount }) => comingDates.length * Math.round(amount * 100));
  return {
    count: payments.reduce((all, { comingDates }) => all + comingDates.length, 0),
    dollars: cents.reduce((all, each) => all + each, 0) / 100,
  };
}

/** An ordinary payment to the same destination. */
export function toPaidBefore(payment: ScheduledPayment): PaidBefore {
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
