import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';
import { caseId } from './case-id.ts';

/**
 * Where the verification of this session's person stands: of a case, or of the session's last one. The server asks the
 * service; what the browser says of it counts for nothing. What is verified is what the case was registered with.
 * 20179 where none was begun, and for an unknown case.
 */
export const getVerificationResult = operation({
  name: 'getVerificationResult',
  method: 'POST',
  path: 'greenId/getVerificationResult',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: { CaseId: 'verification' },
  summary: 'Result of an electronic verification',
  body: z._default(z.object({ CaseId: z.optional(caseId) }), {}),
  response: z.object({
    IsVerified: z.boolean(),
    /** The service has not decided yet; asking later may verify the person. */
    IsPending: z.boolean(),
    /** The details on record are not those that were asked about: they need a verification of their own. */
    DetailsChanged: z.boolean(),
  }),
  errors: ['verification_unmet', 'kyc_locked'],
});
