import type { giveProof } from '@wattle/contract/access/step-up.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { SessionInput } from '../../../http/handle.ts';
import { findBrandById } from '../../brands/public.ts';
import { isCounterCredible } from '../../../platform/passkeys/passkey.domain.ts';
import { challengeOf, readSignedCounter } from '../../../platform/passkeys/passkey-proof.ts';
import { lockPasskey, notePasskeyUse, takeChallenge } from '../passkeys/passkey.store.ts';
import { isOfSite } from '../../../platform/passkeys/site.ts';
import { siteOf } from '../passkeys/site.ts';
import { digestOfAct } from './fresh-proof.ts';
import { proofRuleOf } from './proof-method.ts';

type Judged = Result<undefined, 'wrong_origin' | 'required_field'>;
const NO_PROOF: Judged = err('required_field', 'credential');

/** Checks whether a passkey of the person has signed the challenge that was made for exactly this act. */
export async function judgePasskeyProof(input: SessionInput<typeof giveProof>): Promise<Judged> {
  const { body, tx, ctx, session, request } = input;
  const { credential } = body;
  if (!credential || session.webAccountId === null) return NO_PROOF;
  const { tenantId, brandId, id: sessionId } = session;
  const brand = await findBrandById(ctx, brandId);
  const site = brand && siteOf(ctx, brand, request);
  if (!site || !isOfSite(credential, site)) return err('wrong_origin', 'credential');
  const challenge = challengeOf(credential);
  const asked = challenge && {
    tenantId,
    brandId,
    challenge,
    sessionId,
    rpId: site.rpId,
    nowMs: ctx.clocks.security.now(),
    forDigest: digestOfAct(ctx.secrets, body.Purpose, body.Content ?? {}),
  };
  if (!asked || !(await takeChallenge(tx, asked))) return NO_PROOF;
  const credentialId = Buffer.from(credential.id, 'base64url');
  const handle = Buffer.from(credential.response.userHandle, 'base64url');
  const passkey = await lockPasskey(tx, { tenantId, brandId, rpId: site.rpId }, credentialId, handle);
  if (!passkey || passkey.web_account_id !== session.webAccountId) return NO_PROOF;
  const rule = await proofRuleOf(input, session.webAccountId, body.Purpose);
  if (!rule.isProof(Date.parse(passkey.made_at))) return NO_PROOF;
  const counter = await readSignedCounter(credential, asked.challenge, site, passkey.public_key);
  if (counter === undefined || !isCounterCredible(Number(passkey.counter), counter)) return NO_PROOF;
  await notePasskeyUse(tx, tenantId, { id: passkey.id, counter, nowMs: ctx.clocks.business.now() });
  return ok(undefined);
}
