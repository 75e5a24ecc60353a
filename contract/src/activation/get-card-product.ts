import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';

/** The product of the card that is being activated, and what it demands. */
export const getCardProduct = operation({
  name: 'getCardProduct',
  method: 'POST',
  reads: true,
  path: 'card/getCardProduct',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Product of the card that is activated',
  response: z.object({
    ProductName: z.string(),
    CardProductTypeId: z.number(),
    CardScheme: z.string(),
    IsReloadable: z.boolean(),
    NeedsLogin: z.boolean(),
    NeedsPin: z.boolean(),
    eKycRequired: z.boolean(),
  }),
  errors: ['not_found'],
});
