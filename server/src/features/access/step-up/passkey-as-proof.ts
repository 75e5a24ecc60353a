import type { giveProof } from '@wattle/contract/access/step-up/give-proof.ts';
import type { SessionInput } from '../../../http/handle.ts';
import { isCounterCredible } from '../passkeys/passkey.domain.ts';
import { challengeOf, readSignedCounter } from '../passkeys/passkey-proof.ts';
import { lockPasskey, notePasskeyUse, takeChallenge } from '../passkeys/passkey.store.ts';
import { digestOfAct } from './fresh-proof.ts';

/** Whether one of the person's passkeys has signed the challenge that was made for exactly this. */
export async function isPasskeyProof(input: SessionInput<typeof giveProof>): Promise<boolean> {
  const { body, tx, ctx, session, request } = input;
  const { credential } = body;
  if (!credential || session.webAccountId === null) return false;
  const { tenantId, brandId, id: sessionId } = session;
  const site = { rpId: request.host, origin: request.origin };
  const challenge = challengeOf(credential);
  const asked = challenge && {
    tenantId,
    brandId,
    challenge,
    sessionId,
    rpId: site.rpId,
    nowMs: ctx.clocks.security.now(),
    forDigest: digestOfAct(body.Purpose, body.Content ?? {}),
  };
  if (!asked || !(await takeChallenge(tx, asked))) return false;
  const credentialId = Buffer.from(credential.id, 'base64url');
  const handle = Buffer.from(credential.response.userHandle, 'base64url');
  const passkey = await lockPasskey(tx, { tenantId, brandId, rpId: site.rpId }, credentialId, handle);
  if (!passkey || passkey.web_account_id !== session.webAccountId) return false;
  const counter = await readSignedCounter(credential, asked.challenge, site, passkey.public_key);
  if (counter === undefined || !isCounterCredible(Number(passkey.counter), counter)) return false;
  await notePasskeyUse(tx, tenantId, { id: passkey.id, counter, nowMs: ctx.clocks.business.now() });
  return true;
}
