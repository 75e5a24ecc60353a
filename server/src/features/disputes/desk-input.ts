import * as z from 'zod';

/** The reference of a dispute, as its cardholder quotes it. */
export const reference = z.string().regex(/^\d{12,20}$/);

/** Dollars as staff type them, in cents: above zero. */
export const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,2})?$/)
  .transform((typed) => {
    const [whole = '', cents = ''] = typed.split('.');
    return BigInt(whole + cents.padEnd(2, '0'));
  })
  .refine((cents) => cents > 0n);
