import * as z from 'zod/mini';

/**
 * A mobile number as somebody types it. Whether a text message reaches it is for the server to say: the numbering
 * plans of all countries are 34 kB in gzip, and those of two countries with their code 10 kB.
 */
export const mobileNumber = z
  .string()
  .check(
    z.trim(),
    z.minLength(10, 'mobilePhoneValid'),
    z.maxLength(14, 'mobilePhoneValid'),
    z.regex(/^\+?[\d\s().-]+$/, 'mobilePhoneValid'),
  );
