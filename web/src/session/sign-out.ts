import { currentSession, endSession } from './session.ts';

/** Signs out: here immediately, and at the server as soon as it can be reached. */
export function signOut(): void {
  endSession('signedOut', currentSession()?.id);
}
