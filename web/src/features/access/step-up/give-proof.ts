import { giveProof, type ProofMethod, startStepUp } from '@wattle/contract/access/step-up.ts';
import { type AuthenticationResponseJSON, startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../../api/call.ts';
import type { ProofSubject } from '../../../api/proof.ts';
import type { CallFailure } from '../../../api/send.ts';
import { deviceUuid } from '../this-device.ts';

/** Proves by the typed secret. Null on success. */
export async function proveBySecret(
  subject: ProofSubject,
  method: Exclude<ProofMethod, 'passkey'>,
  typed: string,
): Promise<CallFailure | null> {
  const body = { ...subject, Method: method, ...secretOf(method, typed) };
  const answer = await call(giveProof, { body });
  return answer.ok ? null : answer;
}

function secretOf(method: Exclude<ProofMethod, 'passkey'>, typed: string) {
  if (method === 'password') return { currentpassword: typed };
  return method === 'passcode' ? { passcode: typed, deviceuuid: deviceUuid() } : { accesscode: typed };
}

/** Lets a passkey sign the proof. `cancelled`: the user has cancelled. */
export async function proveByPasskey(subject: ProofSubject): Promise<CallFailure | 'cancelled' | null> {
  const started = await call(startStepUp, { body: subject });
  if (!started.ok) return started;
  if (!started.value.Passkey) return 'cancelled';
  const signed = await startAuthentication({ optionsJSON: started.value.Passkey }).catch(() => null);
  if (!signed) return 'cancelled';
  const answer = await call(giveProof, { body: { ...subject, Method: 'passkey', credential: toWire(signed) } });
  return answer.ok ? null : answer;
}

function toWire({ id, rawId, response }: AuthenticationResponseJSON) {
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}
