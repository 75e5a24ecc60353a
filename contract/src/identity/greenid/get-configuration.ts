import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';

/** What the browser needs to show the identity service's part. 503 where the programme has no such service. */
export const getVerificationConfiguration = operation({
  name: 'getVerificationConfiguration',
  method: 'GET',
  path: 'greenId/getConfiguration',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  summary: 'Configuration of the identity service',
  response: z.object({
    GreenIdAccountId: z.string(),
    GreenIdUiMode: z.string(),
    GreenIdApiCode: z.string(),
    ScriptLinks: z.array(z.string()),
  }),
});
