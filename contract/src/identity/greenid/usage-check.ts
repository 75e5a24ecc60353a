import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';

/** Whether this session's person may begin or go on with a verification. */
export const verificationUsageCheck = operation({
  name: 'verificationUsageCheck',
  method: 'POST',
  path: 'greenId/usageCheck',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'Whether a verification may be begun or gone on with',
  response: z.object({
    IsAllowed: z.boolean(),
    /** A verification that was begun before can be gone on with. */
    IsOpen: z.boolean(),
    /** Verifications that are left in the running 30 days. */
    Left: z.number(),
  }),
});
