import * as z from 'zod';

/** Dollars as staff type them, in cents: above zero. They become cents by their text, never by a binary number. */
export const typedDollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/)
  .transform((typed) => {
    const [whole = '', cents = ''] = typed.split('.');
    return BigInt(whole + cents.padEnd(2, '0'));
  })
  .refine((cents) => cents > 0n);
