import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../../operation.ts';

/**
 * Where the verification of this session's person stands. The server asks the service; what the browser says of it
 * counts for nothing. 20179 where none was begun.
 */
export const getVerificationResult = operation({
  name: 'getVerificationResult',
  method: 'POST',
  path: 'greenId/getVerificationResult',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  summary: 'Result of an electronic verification',
  response: z.object({
    IsVerified: z.boolean(),
    /** The service has not decided yet; asking later may verify the person. */
    IsPending: z.boolean(),
  }),
  errors: ['verification_unmet', 'kyc_locked'],
});
