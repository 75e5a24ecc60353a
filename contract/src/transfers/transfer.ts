import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { foldToDirectEntry, PAYMENT_TEXT } from '../rules/direct-entry.ts';
import { PAYMENT_FREQUENCY } from '../rules/schedule-dates.ts';
import { typed } from '../typed.ts';

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
  .check(
    z.overwrite(foldToDirectEntry),
    z.trim(),
    z.maxLength(TEXT_MAX, 'textTooLong'),
    z.regex(PAYMENT_TEXT, 'invalidDEChars'),
  );

/** Text that must be there. */
export const deText = optionalDeText.check(z.minLength(1, 'required'));

/** Letters, digits, spaces and hyphens, at most 9, and not of zeros alone. */
export const bankAccountNumber = z
  .string('required')
  .check(
    typed.bankAccount(),
    z.minLength(1, 'required'),
    z.regex(/^(?=.*[a-z1-9])[a-z0-9 -]{1,9}$/i, 'errorAccountNumberInvalid'),
  );
