import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { bsbDetails, bsbNumber } from './bsb.ts';

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
