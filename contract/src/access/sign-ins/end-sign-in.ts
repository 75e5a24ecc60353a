import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';

/** Added: ends one of the user's other sessions, at once. 404 for one that is not there, the session at hand too. */
export const endSignIn = operation({
  name: 'endSignIn',
  method: 'POST',
  path: 'onlineAccount/EndSignIn',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'signIn' },
  summary: 'Sign another device out',
  body: z.object({ Id: z.uuid('required') }),
  response: done,
  errors: ['not_found'],
});
