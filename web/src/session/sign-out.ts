import { signOut as signOutOperation } from '@wattle/contract/access/session/sign-out.ts';
import { send } from '../api/send.ts';
import { currentSession, endSession, type Session } from './session.ts';

/** Makes the tokens worthless on the server. What the server answers changes nothing here. */
export async function revoke(session: Session): Promise<void> {
  await send(signOutOperation, {}, session.accessToken);
}

/**
 * Signs the person out: here at once, whatever the network does, and on the server. The revocation
 * is sent first, so that it is under way before the page moves on.
 */
export function signOut(): void {
  const session = currentSession();
  if (!session) return;
  void revoke(session);
  endSession('signedOut');
}
