import { addPasskey } from '@wattle/contract/access/passkeys/add-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomUUID } from 'node:crypto';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { findBrandById } from '../../brands/public.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { challengeOf, readMadePasskey } from './passkey-proof.ts';
import { PASSKEYS_OF_AN_ACCOUNT } from './passkey.domain.ts';
import { addPasskeyRow, listPasskeys, takeChallenge } from './passkey.store.ts';
import { isOfSite, siteOf } from './site.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

export const addPasskeyRoute = handle(
  addPasskey,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, id: sessionId } = session;
    const brand = await findBrandById(ctx, brandId);
    if (brand && !brand.settings.Features.passkeys) return err('not_found');
    const site = brand && siteOf(ctx, brand, request);
    if (!site) return err('wrong_origin', 'credential');
    const { rpId } = site;
    const webAccountId = webAccountOf(session);
    const challenge = challengeOf(body.credential);
    const asked = challenge && { tenantId, brandId, challenge, sessionId, rpId, nowMs: ctx.clocks.security.now() };
    if (!asked || !(await takeChallenge(tx, asked))) return err('required_field', 'credential');
    const isHere = isOfSite(body.credential, site);
    const made = await readMadePasskey(body.credential, asked.challenge, site);
    // Several may have been begun at once: what is there is counted under a lock.
    await lockOwnAccount(tx, session);
    const isFull = (await listPasskeys(tx, tenantId, webAccountId)).length >= PASSKEYS_OF_AN_ACCOUNT;
    const id = randomUUID();
    const times = { addedAt: ctx.clocks.business.now(), madeAt: ctx.clocks.security.now() };
    const isAdded =
      made !== undefined &&
      !isFull &&
      (await addPasskeyRow(tx, { tenantId, brandId, id, webAccountId, rpId, name: body.Name, ...times, ...made }));
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: isAdded ? 'passkey.added' : 'passkey.refused',
      object: isAdded ? `passkey:${id}` : `session:${sessionId}`,
      outcome: isAdded ? 'ok' : isHere ? 'required_field' : 'wrong_origin',
      requestId: request.id,
    });
    if (!isAdded) return err(isHere ? 'required_field' : 'wrong_origin', 'credential');
    await tellCredentialChanged(tx, { ctx, session, request, change: 'passkeyAdded' });
    return ok({ IsSuccessful: true as const });
  },
  // A challenge is used up by any answer, a wrong one too.
  { keepsRefusals: true },
);
