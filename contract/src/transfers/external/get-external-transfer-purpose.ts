import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';

/** Purposes of a transfer to another bank. */
export const getExternalTransferPurpose = operation({
  name: 'getExternalTransferPurpose',
  method: 'POST',
  reads: true,
  path: 'card/getExternalTransferPurpose',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Purposes of transfers to other banks',
  response: z.object({
    Purposes: z.array(
      z.object({
        ExternalTransferCategoryId: z.number(),
        /** In English; the screen has its own words for the categories that it knows. */
        Description: z.string(),
      }),
    ),
  }),
});
