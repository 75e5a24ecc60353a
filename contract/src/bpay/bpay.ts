import * as z from 'zod/mini';
import { typed } from '../typed.ts';

/** The code of a biller: 3 to 10 digits, which the server checks (20243). */
export const billerCode = z.string('required').check(typed.digits(), typed.required(), z.maxLength(60, 'required'));

/**
 * A customer reference: 2 to 20 digits. Leading zeros count, so it is no number. One that is a card number may come as
 * lists show it, masked: it is that of the payee or schedule that has it.
 */
export const customerReference = z
  .string('required')
  .check(typed.digits(), typed.required(), z.regex(/^(\d{2,20}|\d{6}•{3,9}\d{4})$/, 'invalidReferenceLength'));
