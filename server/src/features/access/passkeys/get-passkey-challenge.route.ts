import { getPasskeyChallenge } from '@wattle/contract/access/passkeys/get-passkey-challenge.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomBytes } from 'node:crypto';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { CHALLENGE_MS } from './passkey.domain.ts';
import { addChallenge } from './passkey.store.ts';
import { siteOf } from './site.ts';

export const getPasskeyChallengeRoute = handlePublic(
  getPasskeyChallenge,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    const site = siteOf(ctx, brand, request);
    if (!site) return err('wrong_origin');
    const { rpId } = site;
    const { tenantId, id: brandId } = brand;
    const challenge = randomBytes(32);
    const endsAt = ctx.clocks.security.now() + CHALLENGE_MS;
    await ctx.database.transact(tenantId, (tx) =>
      addChallenge(tx, { tenantId, brandId, challenge, sessionId: null, rpId, endsAt }),
    );
    return ok({
      challenge: challenge.toString('base64url'),
      rpId,
      timeout: CHALLENGE_MS,
      userVerification: 'required' as const,
    });
  },
  // Each challenge adds a row before anybody has signed in.
  { rate: 'signIn' },
);
