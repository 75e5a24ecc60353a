import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';

/** True for the primary holder; false for a nominee. */
export const isPrimaryAccount = operation({
  name: 'isPrimaryAccount',
  method: 'POST',
  path: 'card/isPrimaryAccount',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Whether the caller is the primary holder',
  response: z.boolean(),
});
