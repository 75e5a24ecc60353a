import { getPasskeys } from '@wattle/contract/access/passkeys/get-passkeys.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { PASSKEYS_OF_AN_ACCOUNT } from './passkey.domain.ts';
import { listPasskeys } from './passkey.store.ts';
import { toPasskey } from './passkey.view.ts';

export const getPasskeysRoute = handleRead(getPasskeys, async ({ tx, session }) => {
  const passkeys = await listPasskeys(tx, session.tenantId, webAccountOf(session));
  return ok({ Passkeys: passkeys.map(toPasskey), MaximumPasskeys: PASSKEYS_OF_AN_ACCOUNT });
});
