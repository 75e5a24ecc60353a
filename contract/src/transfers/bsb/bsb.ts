import * as z from 'zod/mini';
import { compact } from '../../wire.ts';

/** A BSB: 6 digits; spaces and hyphens are tolerated. */
export const bsbNumber = z.pipe(
  z.pipe(z.string('required').check(z.maxLength(40, 'errorBSB6Digit')), z.transform(compact)),
  z.string().check(z.minLength(1, 'required'), z.regex(/^\d{6}$/, 'errorBSB6Digit')),
);

export const bsbDetails = z.object({
  /** Name of the institution and branch; empty: there is no such BSB. */
  _entity: z.string(),
});
