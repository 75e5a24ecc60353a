import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { brandIdentifier } from '../../wire.ts';

/**
 * Challenge that a passkey signs to sign in at a brand (PublicKeyCredentialRequestOptionsJSON). Good once, for 5
 * minutes. It lists no credentials, so the browser offers the passkeys that it has for this site.
 */
export const getPasskeyChallenge = operation({
  name: 'getPasskeyChallenge',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/PasskeyChallenge',
  auth: 'public',
  proof: 'none',
  summary: 'A challenge to sign in with a passkey',
  body: z.object({ brand: brandIdentifier }),
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    /** Milliseconds. */
    timeout: z.number(),
    userVerification: z.literal('required'),
  }),
  errors: ['required_field', 'wrong_origin'],
});
