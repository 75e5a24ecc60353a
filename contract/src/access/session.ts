import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { brandIdentifier, done, requiredText } from '../wire.ts';

/**
 * Ends the session that a refresh token belongs to, whichever of its tokens it is and however old. A page that signs
 * someone out may hold an access token that is over, which `signOut` refuses. An unknown token, or one whose session is
 * over, gets the same answer: either way the session has ended.
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

/**
 * Ends the session on the server, so that its tokens are worthless from the next call on. The documents have no call
 * for it, but forgetting the token in the browser is not a logout.
 */
export const signOut = operation({
  name: 'signOut',
  method: 'POST',
  path: 'token/revoke',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Sign out',
  response: done,
});
