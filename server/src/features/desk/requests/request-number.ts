import * as z from 'zod';

/** The number of a request, as it is typed. */
export const requestNumber = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);
