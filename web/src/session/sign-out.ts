import { currentSession, endSession } from './session.ts';

/** Signs the person out: here at once, and at the server as soon as it can be reached. */
export function signOut(): void {
  endSession('signedOut', currentSession()?.id);
}
