import * as z from 'zod/mini';
import { isoDate } from '../wire.ts';
import { PAYMENT_FREQUENCY } from '../rules/schedule-dates.ts';
import { paymentFrequency } from './transfer.ts';

/** The names that the dates of a transfer have in the body of its call. */
export const TRANSFER_DATES = {
  frequency: 'PaymentFrequency',
  futureDate: 'FutureDate',
  startDate: 'StartDate',
  endDate: 'EndDate',
  noOfPayments: 'NoOfPayments',
} as const;

/** When a payment is made, as every kind of payment says it. A day is `yyyy-MM-dd`. */
export const paymentDay = z.optional(z.nullable(isoDate));
export const numberOfPayments = z.optional(
  z.nullable(z.int('required').check(z.minimum(1, 'required'), z.maximum(999, 'required'))),
);
/** Missing: Now. */
export const frequencyOrNow = z._default(paymentFrequency, PAYMENT_FREQUENCY.now);
