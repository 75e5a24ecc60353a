import * as z from 'zod';

/** Digits as staff paste or type them: in any script's forms, with spaces, dashes and dots between. */
const foldDigits = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s\p{Pd}.]/gu, '');

/** A number as digits; `takes` completes "--option takes …". */
const digits = (pattern: RegExp, takes: string) => z.string().overwrite(foldDigits).regex(pattern).describe(takes);

/** Number of an account of the programme. */
export const accountNumber = digits(/^\d{9}$/, 'an account number of 9 digits');

/** Printed id of a card. */
export const printedCardId = digits(/^\d{11}$/, 'a card id of 11 digits');

export const voucherNumber = digits(/^\d{11}$/, 'a voucher number of 11 digits');

export const lastFourDigits = digits(/^\d{4}$/, 'the last four digits of a card number');

export const productNumber = digits(/^[1-9]\d{0,8}$/, 'the number of a product').transform(Number);

export const bsbNumber = digits(/^\d{6}$/, 'a BSB of 6 digits');

export const bankAccountNumber = digits(/^\d{1,9}$/, 'a bank account number of up to 9 digits');

/** Number that a list of the desk shows for one of its rows. */
export const rowNumber = digits(/^[1-9]\d{0,17}$/, 'a number, as its list shows it').transform(BigInt);

/** Reference or receipt number that a cardholder quotes. */
export const referenceNumber = digits(/^\d{12,20}$/, 'a number of 12 to 20 digits');

/** A whole number between two bounds. Text and not a coerced value: `1e3` and `0x10` are no numbers that people mean. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .overwrite((typed) => typed.normalize('NFKC').trim())
    .regex(/^\d{1,9}$/)
    .describe(`a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most);

export const brandIdentifier = z
  .string()
  .trim()
  .regex(/^[a-z\d]{1,40}$/)
  .describe('the identifier of a brand, as in its address');

/** Dollars as staff type them, in cents: above zero. They become cents by their text, never by a binary number. */
export const typedDollars = z
  .string()
  .overwrite((typed) =>
    typed
      .normalize('NFKC')
      .trim()
      .replace(/^\$\s*/, ''),
  )
  .regex(/^(?:\d{1,6}|\d{1,3},\d{3})(?:\.\d{1,2})?$/)
  .describe('an amount in dollars above zero, as 12.50')
  .transform((typed) => {
    const [whole = '', cents = ''] = typed.replace(',', '').split('.');
    return BigInt(whole + cents.padEnd(2, '0'));
  })
  .refine((cents) => cents > 0n);
