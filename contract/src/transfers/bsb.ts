import * as z from 'zod/mini';
import { typed } from '../typed.ts';
import { operation, SIGNED_IN } from '../operation.ts';

/** A BSB: 6 digits. */
export const bsbNumber = z
  .string('required')
  .check(typed.digits(), typed.required(), z.regex(/^\d{6}$/, 'errorBSB6Digit'));

export const bsbDetails = z.object({
  /** Name of the institution and branch; empty: there is no such BSB. */
  _entity: z.string(),
  /** Added: whether accounts of it take PayTo agreements; absent: that is not known. */
  TakesPayTo: z.optional(z.boolean()),
});

/** The institution of a BSB, from the directory. An unknown one has an empty name. */
export const getBsbDetails = operation({
  name: 'getBsbDetails',
  method: 'POST',
  reads: true,
  path: 'transfer/getBsbDetails',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { BsbNumber: 'anyone' },
  summary: 'The institution of a BSB',
  body: z.object({ BsbNumber: bsbNumber }),
  response: bsbDetails,
  errors: ['bsb_closed', 'bsb_lookup_away'],
  errorFields: { bsb_closed: 'BsbNumber', bsb_lookup_away: 'BsbNumber' },
});

/** The same for BSBs of the brand's own institution; another institution's has an empty name. */
export const getInternalBsbDetails = operation({
  name: 'getInternalBsbDetails',
  method: 'POST',
  reads: true,
  path: 'transfer/getInternalBsbDetailsAsync',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { BsbNumber: 'anyone' },
  summary: "The branch of a BSB of the brand's own institution",
  body: z.object({ BsbNumber: bsbNumber }),
  response: bsbDetails,
  errors: ['bsb_closed', 'bsb_lookup_away'],
  errorFields: { bsb_closed: 'BsbNumber', bsb_lookup_away: 'BsbNumber' },
});
