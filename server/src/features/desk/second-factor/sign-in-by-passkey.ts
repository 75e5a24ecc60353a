import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { CHALLENGE_MS } from '../../../platform/passkeys/passkey.domain.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import { isLocked } from '../../lockouts/public.ts';
import { actorOf } from '../audit-command.ts';
import { type DeskRefusal, refused } from '../desk-refusal.ts';
import { openStaffSession, type SignedIn } from '../sign-in/open-staff-session.ts';
import { lockStaffGuard, staffNameHash } from '../sign-in/staff-guard.store.ts';
import { isTenant } from '../staff/staff.store.ts';
import { makeChallenge, tenantOfHandle } from './passkey-challenge.ts';
import { type PasskeyAnswer, readSignedPasskey, spendSignature } from './signed-passkey.ts';

type Answered<T> = { readonly ok: true; readonly value: T } | DeskRefusal;

/** Options for a passkey to sign in with (PublicKeyCredentialRequestOptionsJSON). */
export function passkeyRequest({ secrets, clocks }: Pick<AppContext, 'secrets' | 'clocks'>, { rpId }: Site): object {
  const challenge = makeChallenge(secrets, rpId, clocks.security.now() + CHALLENGE_MS);
  return { challenge: challenge.toString('base64url'), rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
}

type Attempt = PasskeyAnswer & { readonly requestId: string };

/**
 * Signs a member in by a passkey that has verified its user: both factors in one step. The passkey identifies the
 * member and the programme.
 */
export async function signInByPasskey(ctx: AppContext, attempt: Attempt): Promise<Answered<SignedIn>> {
  const tenantId = tenantOfHandle(Buffer.from(attempt.credential.response.userHandle, 'base64url'));
  if (tenantId === undefined) return refused('passkey_refused');
  return ctx.database.transact(tenantId, async (tx) => {
    // A made-up handle may name a programme that does not exist, which has no audit log.
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
  attempt: Attempt,
): Promise<{ readonly ok: true; readonly staff: Member } | DeskRefusal> {
  const { passkey, signed } = await readSignedPasskey(tx, ctx, tenantId, attempt);
  if (!passkey) return refused('passkey_refused');
  const { staff_id: id, name, full_name, role, access_ends_at } = passkey;
  const object = `staff:${id}`;
  if (!signed) return refused('passkey_refused', { object });
  const guard = await lockStaffGuard(tx, tenantId, staffNameHash(ctx.secrets, { tenantId, name }));
  if (!(await spendSignature(tx, ctx, tenantId, signed))) return refused('passkey_refused', { object });
  if (isLocked(guard, ctx.clocks.security.now())) return refused('sign_in_locked', { object });
  return { ok: true, staff: { id, name, full_name, role, access_ends_at } };
}
