import { type SignedCredential, signedCredential } from '@wattle/contract/access/passkeys.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { openSession } from '../session/open-session.ts';
import { isCounterCredible } from '../../../platform/passkeys/passkey.domain.ts';
import { challengeOf, readSignedCounter } from '../../../platform/passkeys/passkey-proof.ts';
import { isOfSite, type Site } from '../../../platform/passkeys/site.ts';
import { siteOf } from './site.ts';
import { lockPasskey, notePasskeyUse, takeChallenge } from './passkey.store.ts';
import { guardOfOwner, isLocked, readGuard } from '../../lockouts/public.ts';
import { noteLogin } from '../sign-in/sign-in.store.ts';
import type { Attempt, TokenResult } from '../sign-in/token.types.ts';

type PasskeyAttempt = Attempt<'passkey'>;

/** Any fault of the passkey itself gets the answer of a wrong password. */
const ERROR_OF = {
  challenge: 'login_failed',
  origin: 'wrong_origin',
  unknown: 'login_failed',
  proof: 'login_failed',
  counter: 'login_failed',
  locked: 'account_locked',
} as const;

type Judged =
  | {
      readonly isIn: true;
      readonly passkeyId: string;
      readonly webAccountId: bigint;
      readonly holderId: bigint;
      readonly counter: number;
    }
  | {
      readonly isIn: false;
      readonly because: 'challenge' | 'origin' | 'unknown' | 'proof' | 'counter' | 'locked';
      readonly object?: string;
    };

/**
 * Signs a web-account user in by a signature of their passkey. A signature cannot be guessed, so only the attempts of
 * the address are counted, and any fault gets the answer of a wrong password. A lock holds for every way into the
 * account, and is reported only to a caller who has proved to be the owner.
 */
export async function signInWithPasskey(attempt: PasskeyAttempt): Promise<TokenResult> {
  const { ctx, brand, request } = attempt;
  const credential = readCredential(attempt.grant.credential);
  if (!credential) return err('required_field', 'credential');
  const site = siteOf(ctx, brand, request);
  if (!site) return err('wrong_origin', 'credential');
  const { tenantId } = brand;
  return ctx.database.transact(tenantId, async (tx): Promise<TokenResult> => {
    const judged = await judge(tx, attempt, credential, site);
    if (!judged.isIn) {
      const error = ERROR_OF[judged.because];
      audit(tx, ctx.clocks, {
        tenantId,
        actor: 'visitor',
        action: 'sign_in.refused',
        object: judged.object,
        outcome: error,
        requestId: request.id,
        details: { brand: brand.identifier, kind: 'passkey', because: judged.because },
      });
      return err(error);
    }
    const { passkeyId, webAccountId, holderId, counter } = judged;
    const nowMs = ctx.clocks.business.now();
    await notePasskeyUse(tx, tenantId, { id: passkeyId, counter, nowMs });
    noteLogin(tx, tenantId, webAccountId, nowMs);
    const actor = `web:${webAccountId}`;
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'passkey.used',
      object: `passkey:${passkeyId}`,
      outcome: 'ok',
      requestId: request.id,
    });
    // A passkey proves more than a password, so its session has the same scope as a password's.
    return ok(
      await openSession(tx, {
        ctx,
        brand,
        request,
        scope: 'password',
        owner: { cardId: null, webAccountId, holderId },
        actor,
      }),
    );
  });
}

function readCredential(text: string): SignedCredential | undefined {
  try {
    return signedCredential.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function judge(tx: Tx, attempt: PasskeyAttempt, credential: SignedCredential, site: Site): Promise<Judged> {
  const { ctx, brand } = attempt;
  const place = { tenantId: brand.tenantId, brandId: brand.id, rpId: site.rpId };
  const challenge = challengeOf(credential);
  const asked = challenge && { ...place, challenge, sessionId: null, nowMs: ctx.clocks.security.now() };
  if (!asked || !(await takeChallenge(tx, asked))) return { isIn: false, because: 'challenge' };
  if (!isOfSite(credential, site)) return { isIn: false, because: 'origin' };
  const credentialId = Buffer.from(credential.id, 'base64url');
  const handle = Buffer.from(credential.response.userHandle, 'base64url');
  const passkey = await lockPasskey(tx, place, credentialId, handle);
  if (!passkey) return { isIn: false, because: 'unknown' };
  const object = `passkey:${passkey.id}`;
  const counter = await readSignedCounter(credential, asked.challenge, site, passkey.public_key);
  if (counter === undefined) return { isIn: false, because: 'proof', object };
  if (!isCounterCredible(Number(passkey.counter), counter)) return { isIn: false, because: 'counter', object };
  if (await isAccountLocked(tx, attempt, passkey.web_account_id)) return { isIn: false, because: 'locked', object };
  return {
    isIn: true,
    passkeyId: passkey.id,
    webAccountId: passkey.web_account_id,
    holderId: passkey.holder_id,
    counter,
  };
}

/** Whether failed passwords have locked this web account. */
async function isAccountLocked(tx: Tx, { ctx, brand }: PasskeyAttempt, webAccountId: bigint): Promise<boolean> {
  const key = guardOfOwner(ctx, { tenantId: brand.tenantId, brandId: brand.id }, 'account', webAccountId);
  return isLocked(await readGuard(tx, key), ctx.clocks.security.now());
}
