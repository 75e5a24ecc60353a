import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';
import { wayInKind } from './account-check.ts';

/**
 * Added: removes a way to sign in, or a browser or device that is remembered, and ends the user's other sessions. Asks
 * for a fresh proof.
 */
export const removeWayIn = operation({
  name: 'removeWayIn',
  method: 'POST',
  path: 'onlineAccount/RemoveWayIn',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'wayIn' },
  summary: 'Remove a way to sign in',
  body: z.object({ Kind: wayInKind, Id: z.string('required').check(z.regex(/^[\da-f-]{1,40}$/, 'required')) }),
  response: done,
  errors: ['proof_needed', 'not_found'],
});
