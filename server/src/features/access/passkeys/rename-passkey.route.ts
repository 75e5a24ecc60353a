import { renamePasskey } from '@wattle/contract/access/passkeys/rename-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { renamePasskeyRow } from './passkey.store.ts';

export const renamePasskeyRoute = handle(renamePasskey, async ({ body, session, tx }) => {
  const named = { id: body.Id, name: body.Name };
  if (!(await renamePasskeyRow(tx, session.tenantId, webAccountOf(session), named))) return err('not_found');
  return ok({ IsSuccessful: true as const });
});
