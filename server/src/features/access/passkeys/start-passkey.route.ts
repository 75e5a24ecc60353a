import { startPasskey } from '@wattle/contract/access/passkeys/start-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomBytes } from 'node:crypto';
import { handle } from '../../../http/handle.ts';
import { findBrandById } from '../../brands/public.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { CHALLENGE_MS, KEY_ALGORITHMS, PASSKEYS_OF_AN_ACCOUNT } from './passkey.domain.ts';
import { addChallenge, listPasskeys, readPasskeyUser } from './passkey.store.ts';
import { siteOf } from './site.ts';

export const startPasskeyRoute = handle(startPasskey, async ({ session, tx, ctx, request }) => {
  const { tenantId, brandId, id: sessionId } = session;
  const brand = await findBrandById(ctx, brandId);
  if (brand && !brand.settings.Features.passkeys) return err('not_found');
  const webAccountId = webAccountOf(session);
  const passkeys = await listPasskeys(tx, tenantId, webAccountId);
  if (passkeys.length >= PASSKEYS_OF_AN_ACCOUNT) return err('required_field');
  const site = brand && siteOf(ctx, brand, request);
  if (brand && !site) return err('wrong_origin');
  const user = await readPasskeyUser(tx, tenantId, webAccountId, randomBytes(32));
  if (!brand || !site || !user) throw new Error('a session without its brand or user');
  const challenge = randomBytes(32);
  const { rpId } = site;
  const endsAt = ctx.clocks.security.now() + CHALLENGE_MS;
  await addChallenge(tx, { tenantId, brandId, challenge, sessionId, rpId, endsAt });
  return ok({
    challenge: challenge.toString('base64url'),
    rp: { id: rpId, name: brand.name },
    user: {
      id: user.passkey_handle.toString('base64url'),
      // Brands may share a host, and a browser lists the passkeys of a host: the name tells them apart.
      name: `${user.username} (${brand.name})`,
      displayName: user.first_name,
    },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys
      .filter((passkey) => passkey.rp_id === rpId)
      .map((passkey) => ({ type: 'public-key' as const, id: passkey.credential_id.toString('base64url') })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  });
});
