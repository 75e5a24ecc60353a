import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { brandIdentifier, done, requiredText } from '../../wire.ts';

/**
 * Ends the session that a refresh token belongs to, whichever of its tokens it is and however old. A page
 * that signs somebody out may hold an access token that is over, which `signOut` refuses. A token that is
 * none, or whose session is over, gets the same answer: there is nothing left to end.
 */
export const endSession = operation({
  name: 'endSession',
  method: 'POST',
  path: 'token/end',
  auth: 'public',
  proof: carriedBy('refresh_token'),
  summary: 'Sign out by the refresh token',
  body: z.object({ brand: brandIdentifier, refresh_token: requiredText }),
  response: done,
  errors: ['required_field'],
});
