import * as z from 'zod/mini';
import { typed } from '../../typed.ts';

/** A BSB: 6 digits. */
export const bsbNumber = z
  .string('required')
  .check(typed.digits(), typed.required(), z.regex(/^\d{6}$/, 'errorBSB6Digit'));

export const bsbDetails = z.object({
  /** Name of the institution and branch; empty: there is no such BSB. */
  _entity: z.string(),
});
