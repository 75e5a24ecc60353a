import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { digitsText, lineText, messageText, nameText, plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { PERSONAL } from './input-words.ts';

/** A number as digits; `takes` completes "--option takes …". */
const digits = (pattern: RegExp, takes: string) => z.string().overwrite(digitsText).regex(pattern).describe(takes);

/** A number that a list shows without groups: 1.2 does not mean 12. */
const listed = (pattern: RegExp, takes: string) => z.string().overwrite(plainText).regex(pattern).describe(takes);

/** Number of an account of the programme. */
export const accountNumber = digits(/^\d{9}$/, 'an account number of 9 digits');

/** Printed id of a card. */
export const printedCardId = digits(/^\d{11}$/, 'a card id of 11 digits');

export const voucherNumber = digits(/^\d{11}$/, 'a voucher number of 11 digits');

export const lastFourDigits = digits(/^\d{4}$/, 'the last four digits of a card number');

export const productNumber = listed(/^[1-9]\d{0,8}$/, 'the number of a product').transform(Number);

export const bsbNumber = digits(/^\d{6}$/, 'a BSB of 6 digits');

export const bankAccountNumber = digits(/^\d{1,9}$/, 'a bank account number of up to 9 digits').register(PERSONAL, {
  mask: (number) => `••••${number.slice(-3)}`,
});

/** Number that a list of the desk shows for one of its rows. */
export const rowNumber = listed(/^[1-9]\d{0,17}$/, 'a number, as its list shows it').transform(BigInt);

/** Reference or receipt number that a cardholder quotes. */
export const referenceNumber = digits(/^\d{12,20}$/, 'a number of 12 to 20 digits');

/** A whole number between two bounds. Text and not a coerced value: people do not type `1e3` or `0x10` as a number. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .overwrite(plainText)
    .regex(/^\d{1,9}$/)
    .describe(`a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most);

/** Name of a person or thing. */
export const nameOf = (least: number, most: number) => z.string().overwrite(nameText).min(least).max(most);

/** Text that someone reads, with its lines. */
export const messageOf = (most: number) => z.string().overwrite(messageText).min(1).max(most);

export const brandIdentifier = z
  .string()
  .overwrite(lineText)
  .regex(/^[a-z\d]{1,40}$/)
  .describe('the identifier of a brand, as in its address');

const MOST_DOLLARS_IN_CENTS = 99_999_999;

/** Dollars as staff type them, in cents: above zero. */
export const typedDollars = z
  .string()
  .overwrite((typed) => plainDollars(amountInCents(typed)) ?? typed)
  .regex(/^\d+\.\d\d$/)
  .describe('an amount in dollars above zero, as 12.50')
  .transform((plain) => BigInt(plain.replace('.', '')))
  .refine((cents) => cents > 0n && cents <= MOST_DOLLARS_IN_CENTS);

function plainDollars(cents: number | null): string | undefined {
  return cents === null ? undefined : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
