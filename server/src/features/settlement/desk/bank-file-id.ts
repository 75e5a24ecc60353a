import * as z from 'zod';

/** Number of a file for the bank or of one of its answers, as the desk types it. */
export const bankFileId = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);
