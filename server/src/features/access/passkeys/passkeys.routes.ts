import { randomBytes, randomUUID } from 'node:crypto';
import {
  addPasskey,
  getPasskeyChallenge,
  getPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@wattle/contract/access/passkeys.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handlePublic, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { findBrand, findBrandById } from '../../brands/public.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { notifyCredentialChanged } from '../notify-credential-changed.ts';
import { challengeOf, readMadePasskey } from '../../../platform/passkeys/passkey-proof.ts';
import { CHALLENGE_MS, KEY_ALGORITHMS } from '../../../platform/passkeys/passkey.domain.ts';
import {
  addChallenge,
  addPasskeyRow,
  deletePasskey,
  findPasskeyUser,
  listPasskeys,
  type PasskeyRow,
  type PasskeyUser,
  readPasskeyUser,
  renamePasskeyRow,
  takeChallenge,
} from './passkey.store.ts';
import { isOfSite } from '../../../platform/passkeys/site.ts';
import { siteOf } from './site.ts';

/** Most passkeys of an account. */
const PASSKEYS_OF_AN_ACCOUNT = 10;

const instantOf = (moment: string) => new Date(moment).toISOString();

function toPasskey({ id, name, added_at: added, last_used_at: used }: PasskeyRow): Passkey {
  return { Id: id, Name: name, AddedAt: instantOf(added), LastUsedAt: used === null ? null : instantOf(used) };
}

const toBase64Url = (bytes: Buffer) => bytes.toString('base64url');

/** Credential ids of the passkeys of one host. */
function idsAt(rpId: string, passkeys: readonly PasskeyRow[]): string[] {
  return passkeys.filter((passkey) => passkey.rp_id === rpId).map((passkey) => toBase64Url(passkey.credential_id));
}

/** How an authenticator calls a user. Brands may share a host, and a browser lists the passkeys of a host. */
function namesOf({ username, first_name: first }: PasskeyUser, brand: { readonly name: string }) {
  return { name: `${username} (${brand.name})`, displayName: first || username };
}

/** Passkeys of a web account. */
export const passkeyRoutes: readonly Route[] = [
  handlePublic(
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
  ),

  handleRead(getPasskeys, async ({ tx, session, ctx, request }) => {
    const { tenantId, brandId } = session;
    const passkeys = await listPasskeys(tx, tenantId, webAccountOf(session));
    const brand = await findBrandById(ctx, brandId);
    const site = brand && siteOf(ctx, brand, request);
    const user = await findPasskeyUser(tx, tenantId, webAccountOf(session));
    return ok({
      Passkeys: passkeys.map(toPasskey),
      MaximumPasskeys: PASSKEYS_OF_AN_ACCOUNT,
      User:
        brand && site && user
          ? {
              rpId: site.rpId,
              userId: toBase64Url(user.passkey_handle),
              credentialIds: idsAt(site.rpId, passkeys),
              ...namesOf(user, brand),
            }
          : null,
    });
  }),

  handle(startPasskey, async ({ session, tx, ctx, request }) => {
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
        id: toBase64Url(user.passkey_handle),
        ...namesOf(user, brand),
      },
      pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: idsAt(rpId, passkeys).map((id) => ({ type: 'public-key' as const, id })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    });
  }),

  handle(
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
      // Several may have been begun at the same time, so they are counted under a lock.
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
      await notifyCredentialChanged(tx, { ctx, session, request, change: 'passkeyAdded' });
      return ok({ IsSuccessful: true as const });
    },
    // Any answer uses the challenge up, also a wrong one.
    { keepsRefusals: true },
  ),

  handle(renamePasskey, async ({ body, session, tx }) => {
    const named = { id: body.Id, name: body.Name };
    if (!(await renamePasskeyRow(tx, session.tenantId, webAccountOf(session), named))) return err('not_found');
    return ok({ IsSuccessful: true as const });
  }),

  handle(removePasskey, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const webAccountId = webAccountOf(session);
    await lockOwnAccount(tx, session);
    if (!(await deletePasskey(tx, tenantId, webAccountId, body.Id))) return err('not_found');
    const sessions = await endOtherSessions(tx, ctx, session, 'passkey_removed');
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'passkey.removed',
      object: `passkey:${body.Id}`,
      outcome: 'ok',
      requestId: request.id,
      details: { sessions },
    });
    await notifyCredentialChanged(tx, { ctx, session, request, change: 'passkeyRemoved' });
    return ok({ IsSuccessful: true as const });
  }),
];
