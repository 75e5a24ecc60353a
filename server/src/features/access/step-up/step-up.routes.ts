import { randomBytes } from 'node:crypto';
import { type ProofMethod, startStepUp } from '@wattle/contract/access/step-up.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle, type Route, type SessionInput } from '../../../http/handle.ts';
import { findBrandById } from '../../brands/public.ts';
import { findOwnPasscode } from '../passcode/own-passcode.ts';
import { CHALLENGE_MS } from '../../../platform/passkeys/passkey.domain.ts';
import { addChallenge, listPasskeys } from '../passkeys/passkey.store.ts';
import { siteOf } from '../passkeys/site.ts';
import { digestOfAct } from './fresh-proof.ts';
import { giveProofRoute } from './give-proof.route.ts';
import { type ProofRule, proofRuleOf } from './proof-method.ts';

type Input = SessionInput<typeof startStepUp>;

/** Challenge for the person's passkeys on this host; null if none of them proves this. */
async function askPasskey({ body, tx, ctx, session, request }: Input, webAccountId: bigint, { isProof }: ProofRule) {
  const { tenantId, brandId, id: sessionId } = session;
  const brand = await findBrandById(ctx, brandId);
  const site = brand && siteOf(ctx, brand, request);
  if (!site) return null;
  const { rpId } = site;
  const passkeys = (await listPasskeys(tx, tenantId, webAccountId)).filter(
    (one) => one.rp_id === rpId && isProof(Date.parse(one.made_at)),
  );
  if (passkeys.length === 0) return null;
  const challenge = randomBytes(32);
  const endsAt = ctx.clocks.security.now() + CHALLENGE_MS;
  const forDigest = digestOfAct(ctx.secrets, body.Purpose, body.Content ?? {});
  await addChallenge(tx, { tenantId, brandId, challenge, sessionId, rpId, endsAt, forDigest });
  return {
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: CHALLENGE_MS,
    allowCredentials: passkeys.map(({ credential_id }) => ({
      type: 'public-key' as const,
      id: credential_id.toString('base64url'),
    })),
    userVerification: 'required' as const,
  };
}

/** Fresh proofs of a person who is signed in. */
export const stepUpRoutes: readonly Route[] = [
  handle(startStepUp, async (input) => {
    const { webAccountId } = input.session;
    if (webAccountId === null) return ok({ Methods: ['accessCode' as const], Passkey: null, NothingUntil: null });
    const rule = await proofRuleOf(input, webAccountId, input.body.Purpose);
    const passkey = await askPasskey(input, webAccountId, rule);
    const methods: ProofMethod[] = passkey ? ['passkey'] : [];
    const passcode = await findOwnPasscode(input, webAccountId, input.body.deviceuuid);
    if (passcode && rule.isProof(passcode.setAt)) methods.push('passcode');
    if (rule.isPasswordProof) methods.push('password');
    const until = methods.length === 0 && rule.until !== null ? new Date(rule.until).toISOString() : null;
    return ok({ Methods: methods, Passkey: passkey, NothingUntil: until });
  }),

  giveProofRoute,
];
