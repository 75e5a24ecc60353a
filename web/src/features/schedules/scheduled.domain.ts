import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { METHOD_NAMES, PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import type { PaidBefore } from '../transfers/public.ts';

const ONCE = 21;

/** Whether it is paid more than once. */
export function isRegular({ frequency }: ScheduledPayment): boolean {
  return frequency !== ONCE;
}

/**
 * Whether it can be changed: on the day of its next payment that one may be under way, and a payment that is held or
 * waits for its payer is decided about as a whole.
 */
export function mayChange(
  { heldUntil, isWaiting, nextDate, isReturnOfFunds }: ScheduledPayment,
  today: string,
): boolean {
  return heldUntil === null && !isWaiting && !isReturnOfFunds && nextDate !== null && nextDate > today;
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

/** Days ahead that the list shows payment by payment. */
const DAYS_AHEAD = 14;

export type Coming = {
  readonly payment: ScheduledPayment;
  readonly plannedDate: string;
  readonly paymentDate: string;
};

/** Payments of the next 14 days in the order of their days, and their dollars. */
export function comingSoon(
  payments: readonly ScheduledPayment[],
  today: string,
): { readonly rows: readonly Coming[]; readonly dollars: number } {
  const rows = payments
    .flatMap((payment) => payment.comingPayments.map((days) => ({ payment, ...days })))
    .filter(({ paymentDate }) => daysBetween(today, paymentDate) <= DAYS_AHEAD)
    .toSorted((one, other) => one.paymentDate.localeCompare(other.paymentDate));
  return { rows, dollars: rows.reduce((all, { payment }) => all + Math.round(payment.amount * 100), 0) / 100 };
}

/** Payments on one day that is too far away for the list of the next days. */
export function onceLater(payments: readonly ScheduledPayment[], today: string): readonly ScheduledPayment[] {
  return payments.filter(
    (payment) =>
      !isRegular(payment) &&
      payment.nextPaymentDate !== null &&
      daysBetween(today, payment.nextPaymentDate) > DAYS_AHEAD,
  );
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
