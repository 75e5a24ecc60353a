import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { PROOF_METHODS, proofSubject } from './step-up.ts';

/**
 * Begins a step-up: the ways in which the signed-in person can prove to be there, best first, and what a passkey
 * signs for it (PublicKeyCredentialRequestOptionsJSON). The challenge is good once, for 5 minutes, in this session
 * and for this purpose and content.
 */
export const startStepUp = operation({
  name: 'startStepUp',
  method: 'POST',
  path: 'stepUp/Start',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { deviceuuid: 'anyone' },
  summary: 'Begin to prove that the signed-in person is there',
  body: z.object({ ...proofSubject, deviceuuid: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    Methods: z.array(z.enum(PROOF_METHODS)),
    /** Null where the person has no passkey for this host. */
    Passkey: z.nullable(
      z.object({
        challenge: z.string(),
        rpId: z.string(),
        /** Milliseconds. */
        timeout: z.number(),
        allowCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
        userVerification: z.literal('required'),
      }),
    ),
    /** Where there is no way: the instant at which there is one again, because the password was reset. */
    NothingUntil: z.nullable(z.string()),
  }),
});
