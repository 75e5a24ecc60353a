import { operation, SIGNED_IN } from '../../operation.ts';
import { done } from '../../wire.ts';

/**
 * Ends the session on the server, so that its tokens are worthless from the next call on. The
 * documents name no call for it; a logout that only forgets the token is not one.
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
