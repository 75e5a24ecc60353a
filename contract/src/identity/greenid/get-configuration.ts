import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';
import { caseId } from './case-id.ts';

/**
 * What the browser needs to show the identity service's part: of a case, or of the session's last one. 503 where the
 * programme has no such service, 20179 for an unknown case.
 */
export const getVerificationConfiguration = operation({
  name: 'getVerificationConfiguration',
  method: 'GET',
  path: 'greenId/getConfiguration',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: { CaseId: 'verification' },
  summary: 'Configuration of the identity service',
  query: z.object({ CaseId: z.optional(caseId) }),
  response: z.object({
    GreenIdAccountId: z.string(),
    GreenIdUiMode: z.string(),
    GreenIdApiCode: z.string(),
    ScriptLinks: z.array(z.string()),
  }),
  errors: ['verification_unmet'],
});
