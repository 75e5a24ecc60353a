import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { bsbDetails, bsbNumber } from './bsb.ts';

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
