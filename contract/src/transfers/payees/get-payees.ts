import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { payee, payeeType } from './payee.ts';

/**
 * The caller's saved payees of a type, by name. They belong to the sign-in that saved them: a web
 * account's to it alone, a card-only person's to their card.
 */
export const getPayees = operation({
  name: 'getPayees',
  method: 'POST',
  reads: true,
  path: 'transfer/getPayees',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: "The caller's saved payees",
  body: z.object({ PayeeType: payeeType }),
  response: z.object({
    Payees: z.array(payee),
    /** How many of this type may be saved. */
    MaximumPayees: z.number(),
  }),
});
