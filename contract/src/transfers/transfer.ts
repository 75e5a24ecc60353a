import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { DIRECT_ENTRY, foldToDirectEntry, PAYMENT_TEXT, paymentText } from '../rules/direct-entry.ts';
import { PAYMENT_FREQUENCY } from '../rules/schedule-dates.ts';
import { typed } from '../typed.ts';
import { isoDate } from '../wire.ts';

export const paymentFrequency = namedNumbers(PAYMENT_FREQUENCY, 'required');

/** Dollars, neither bound included. Direct entry has ten digits for the cents. */
const AMOUNT_ABOVE = 0;
const AMOUNT_BELOW = 100_000_000;

/** Whether a number of dollars is a whole number of cents. */
function isWholeCents(dollars: number): boolean {
  return Math.round(dollars * 100) / 100 === dollars;
}

/** Amount of a transfer: above 0, below 100,000,000, at most 2 decimals. */
export const transferAmount = z
  .number('errorAmount')
  .check(
    z.gt(AMOUNT_ABOVE, 'transferAmountError'),
    z.lt(AMOUNT_BELOW, 'transferAmountError'),
    z.refine(isWholeCents, 'transferAmountError'),
  );

const TEXT_MAX = 140;

/** Text that may be left out. It is folded first, so its length is that of what is sent. */
export const optionalDeText = z
  .string('required')
  .check(z.overwrite(paymentText), z.maxLength(TEXT_MAX, 'textTooLong'), z.regex(PAYMENT_TEXT, 'invalidDEChars'));

/** Text that must be there. */
export const deText = optionalDeText.check(z.minLength(1, 'required'));

/** Letters, digits, spaces and hyphens, at most 9, and not only zeros. */
export const bankAccountNumber = z
  .string('required')
  .check(
    typed.bankAccount(),
    z.minLength(1, 'required'),
    z.regex(/^(?=.*[a-z1-9])[a-z0-9 -]{1,9}$/i, 'errorAccountNumberInvalid'),
  );

/** Name of the account that is paid, as the file says it. */
export const accountTitle = z
  .string('required')
  .check(
    z.overwrite(paymentText),
    z.minLength(1, 'required'),
    z.maxLength(32, 'accountTitleTooLong'),
    z.regex(DIRECT_ENTRY, 'invalidDEChars'),
  );

/** Reference that the payee reads: at most 18 characters, and none of `0`, `-` or a space at the beginning. */
export const lodgementReference = z
  .string('required')
  .check(
    z.overwrite(foldToDirectEntry),
    z.minLength(1, 'required'),
    z.maxLength(18, 'lodgementReferenceInvalid'),
    z.regex(DIRECT_ENTRY, 'invalidDEChars'),
    z.regex(/^[^ 0-]/, 'lodgementReferenceInvalid'),
  );

/** Purpose of a transfer to another bank. */
export const TRANSFER_CATEGORY = { housing: 1, otherExpenses: 2, ownInstitution: 3 } as const;
export type TransferCategory = (typeof TRANSFER_CATEGORY)[keyof typeof TRANSFER_CATEGORY];
export const transferCategory = namedNumbers(TRANSFER_CATEGORY, 'required');

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
