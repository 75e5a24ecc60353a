import type { SignedCredential } from '@wattle/contract/access/passkeys.ts';
import type { AppContext } from '../../../context.ts';
import { audit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { challengeOf, readSignedCounter } from '../../../platform/passkeys/passkey-proof.ts';
import { CHALLENGE_MS, isCounterCredible } from '../../../platform/passkeys/passkey.domain.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import { isLocked } from '../../lockouts/public.ts';
import { actorOf } from '../audit-command.ts';
import { type DeskRefusal, refused } from '../desk-refusal.ts';
import { openStaffSession, type SignedIn } from '../sign-in/open-staff-session.ts';
import { lockStaffGuard, staffNameHash } from '../sign-in/staff-guard.store.ts';
import { isTenant } from '../staff/staff.store.ts';
import { endOfChallenge, makeChallenge, tenantOfHandle } from './passkey-challenge.ts';
import { lockStaffPasskey, saveStaffPasskeyUse, takeStaffChallenge } from './staff-passkey.store.ts';

type Answered<T> = { readonly ok: true; readonly value: T } | DeskRefusal;

/** Options for a passkey to sign in with (PublicKeyCredentialRequestOptionsJSON). */
export function passkeyRequest({ secrets, clocks }: Pick<AppContext, 'secrets' | 'clocks'>, { rpId }: Site): object {
  const challenge = makeChallenge(secrets, rpId, clocks.security.now() + CHALLENGE_MS);
  return { challenge: challenge.toString('base64url'), rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
}

type Attempt = {
  readonly credential: SignedCredential;
  readonly site: Site;
  readonly requestId: string;
};

/** Signs a member in by a passkey that has verified its user: two factors at once. It says who and of which programme. */
export async function signInByPasskey(ctx: AppContext, attempt: Attempt): Promise<Answered<SignedIn>> {
  const tenantId = tenantOfHandle(Buffer.from(attempt.credential.response.userHandle, 'base64url'));
  if (tenantId === undefined) return refused('passkey_refused');
  return ctx.database.transact(tenantId, async (tx) => {
    // A handle may be made up; there is no log of a programme that is not there.
    if (!(await isTenant(tx, tenantId))) return refused('passkey_refused');
    const judged = await judge(tx, ctx, tenantId, attempt);
    audit(tx, ctx.clocks, {
      tenantId,
      actor: judged.ok ? actorOf({ id: judged.staff.id }) : 'visitor',
      action: 'desk.sign-in',
      object: judged.ok ? `staff:${judged.staff.id}` : judged.object,
      outcome: judged.ok ? 'ok' : judged.error,
      requestId: attempt.requestId,
      details: { factor: 'passkey' },
    });
    return judged.ok ? { ok: true, value: await openStaffSession(tx, ctx, tenantId, judged.staff) } : judged;
  });
}

type Member = Parameters<typeof openStaffSession>[3];

async function judge(
  tx: Tx,
  ctx: AppContext,
  tenantId: number,
  { credential, site }: Attempt,
): Promise<{ readonly ok: true; readonly staff: Member } | DeskRefusal> {
  const { rpId } = site;
  const nowMs = ctx.clocks.security.now();
  const challenge = challengeOf(credential);
  const endsAtMs = challenge && endOfChallenge(ctx.secrets, rpId, challenge);
  if (!challenge || endsAtMs === undefined || endsAtMs <= nowMs) return refused('passkey_refused');
  const passkey = await lockStaffPasskey(tx, tenantId, {
    rpId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    handle: Buffer.from(credential.response.userHandle, 'base64url'),
  });
  if (!passkey) return refused('passkey_refused');
  const object = `staff:${passkey.staff_id}`;
  const counter = await readSignedCounter(credential, challenge, site, passkey.public_key);
  if (counter === undefined || !isCounterCredible(Number(passkey.counter), counter)) {
    return refused('passkey_refused', { object });
  }
  if (!(await takeStaffChallenge(tx, tenantId, { challenge, endsAtMs }))) return refused('passkey_refused', { object });
  const guard = await lockStaffGuard(tx, tenantId, staffNameHash(ctx.secrets, { tenantId, name: passkey.name }));
  if (isLocked(guard, nowMs)) return refused('sign_in_locked', { object });
  await saveStaffPasskeyUse(tx, tenantId, { id: passkey.id, counter, nowMs });
  const { staff_id: id, name, full_name, role } = passkey;
  return { ok: true, staff: { id, name, full_name, role } };
}
