import * as z from 'zod/mini';

/** Characters of a note. */
export const NOTE_MAXIMUM = 200;

/** A cardholder's own words on a posted row. */
export const transactionNote = z.object({ Sequence: z.number(), Note: z.string() });
