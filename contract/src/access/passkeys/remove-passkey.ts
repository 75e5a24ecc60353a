import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { passkeyId } from './passkey.ts';

/**
 * Removes a passkey of the signed-in user, and ends their other sessions: one may be its finder's. Asks for a
 * fresh proof.
 */
export const removePasskey = operation({
  name: 'removePasskey',
  method: 'POST',
  path: 'onlineAccount/RemovePasskey',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Id: 'passkey' },
  summary: 'Remove a passkey',
  body: z.object({ Id: passkeyId }),
  response: done,
  errors: ['not_found'],
});
