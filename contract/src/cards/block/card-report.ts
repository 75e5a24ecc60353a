import * as z from 'zod/mini';

/** What a block or a report is answered. */
export const cardReport = z.object({
  IsSuccessful: z.literal(true),
  /** What the cardholder quotes: YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
  ReferenceNumber: z.nullable(z.string()),
});
