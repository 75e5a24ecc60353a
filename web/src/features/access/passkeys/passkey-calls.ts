import { addPasskey, startPasskey } from '@wattle/contract/access/passkeys.ts';
import {
  type RegistrationResponseJSON,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call } from '../../../api/call.ts';
import { PROOF_NEEDED } from '../../../api/proof.ts';
import type { CallFailure } from '../../../api/send.ts';

/** Why no passkey was added: it was refused, or what became of the rest. */
export type AddFailure = CallFailure | { readonly text: 'addCancelled' | 'addTwice' | 'addFailed' };

/** Has the browser make a passkey and the server keep it, unless it is stopped before. Null when it worked. */
export async function makePasskey(name: string, stop: AbortSignal): Promise<AddFailure | null> {
  const started = await call(startPasskey, {});
  if (!started.ok && started.code === PROOF_NEEDED) return { text: 'addCancelled' };
  if (!started.ok) return started;
  if (stop.aborted) return { text: 'addCancelled' };
  stop.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  const made = await startRegistration({ optionsJSON: started.value }).catch(whyNot);
  if ('text' in made) return made;
  const answer = await call(addPasskey, { body: { Name: name, credential: toWire(made) } });
  return answer.ok ? null : { text: 'addFailed' };
}

function whyNot(error: unknown): AddFailure & { readonly text: string } {
  const isThere = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return { text: isThere ? 'addTwice' : 'addCancelled' };
}

function toWire({ id, rawId, response }: RegistrationResponseJSON) {
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject } };
}
