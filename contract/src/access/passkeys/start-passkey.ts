import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';

/**
 * Begins to add a passkey: what the browser makes it of (PublicKeyCredentialCreationOptionsJSON). The
 * challenge is good once, for 5 minutes and in this session. Asks for a fresh proof. An account with as many
 * passkeys as it may have is refused with 20010.
 */
export const startPasskey = operation({
  name: 'startPasskey',
  method: 'POST',
  path: 'onlineAccount/StartPasskey',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: {},
  summary: 'Begin to add a passkey',
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    /** Milliseconds. */
    timeout: z.number(),
    excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
  errors: ['not_found', 'required_field', 'wrong_origin'],
});
