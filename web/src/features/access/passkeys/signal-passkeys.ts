import { getPasskeys } from '@wattle/contract/access/passkeys.ts';
import { send } from '../../../api/send.ts';
import { signalPasskeysOfUser } from '../../../browser/passkey-signals.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';
import { currentSession } from '../../../session/session.ts';
import { mayHavePasskey } from './passkey-offer.ts';

/**
 * Fetches the user's passkeys and reports them to the browser, if it may have one: after a sign-in with one, and after
 * a change of name.
 */
export async function signalPasskeys(): Promise<void> {
  const session = currentSession();
  if (!session || !worksWithPasskeys() || !mayHavePasskey(session.brand)) return;
  // Not awaited: a failure here does not affect the page.
  const answer = await send(getPasskeys, {}, session.accessToken);
  if (answer.ok && answer.value.User) signalPasskeysOfUser(answer.value.User);
}
