import * as z from 'zod/mini';

/**
 * Names a case of verification among those that the session has registered. One of another person, session or brand
 * is answered like one that does not exist.
 */
export const caseId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'required')),
  z.transform((digits) => BigInt(digits)),
);
