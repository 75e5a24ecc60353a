import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { passkeyId, passkeyName } from './passkey.ts';

/** Calls a passkey of the signed-in user by another name. */
export const renamePasskey = operation({
  name: 'renamePasskey',
  method: 'POST',
  path: 'onlineAccount/RenamePasskey',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Id: 'passkey' },
  summary: 'Rename a passkey',
  body: z.object({ Id: passkeyId, Name: passkeyName }),
  response: done,
  errors: ['not_found'],
});
