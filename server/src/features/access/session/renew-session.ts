import { err, ok } from '@wattle/contract/errors.ts';
import { idleMsOf, type SessionTimes } from '../../../config/session-settings.ts';
import { signAccessToken, viewSessionOf } from '../../../http/auth.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { refresh } from './refresh.domain.ts';
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts';
import { type LockedSession, lockSession, revokeSession, saveRefresh } from './session.store.ts';
import type { Attempt, TokenResult } from '../sign-in/token.types.ts';
import { toTokenView } from '../sign-in/token.view.ts';

/**
 * Issues the next pair of tokens. Unknown, forged, ended and foreign tokens get one answer. A replayed token ends the
 * session, so that thief and owner both have to sign in again.
 */
export async function renewSession({
  ctx,
  brand,
  grant,
  request,
  isFromDesk,
}: Attempt<'refresh_token'> & { readonly isFromDesk: boolean }): Promise<TokenResult> {
  const given = readRefreshToken(ctx.secrets, grant.refresh_token);
  if (!given) return err('login_locked_or_token_expired');
  const { tenantId } = brand;
  const now = ctx.clocks.security.now();
  const times = ctx.config.session;
  const renew = async (tx: Tx): Promise<TokenResult> => {
    const session = await lockSession(tx, tenantId, given.sessionId);
    if (!session || session.brandId !== brand.id) return err('login_locked_or_token_expired');
    const { id: sessionId, scope } = session;
    const claims = { sessionId, tenantId, brandId: brand.id, scope };
    // A view ends with its session of the desk, and is nothing outside of the desk's networks.
    const isView = scope === 'view';
    if (isView && !(isFromDesk && (await viewSessionOf(ctx, tx, claims)))) {
      return err('login_locked_or_token_expired');
    }
    const sharedNow = await ctx.sharedClock.now(tx);
    const limits = { ...times, idleMs: idleMsOf(scope, times) };
    const outcome = refresh(session, given.generation, grant.active === 'true', now, limits, sharedNow);
    if (outcome.kind === 'replayed') {
      await revokeSession(tx, tenantId, session.id, now, 'refresh_replayed');
      ctx.live.publishEnded(tx, tenantId, session.id);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: session.actor,
        action: 'session.refresh_replayed',
        object: `session:${session.id}`,
        outcome: 'revoked',
        requestId: request.id,
        details: { generation: given.generation, current: session.generation },
      });
    }
    if (outcome.kind !== 'renewed') return err('login_locked_or_token_expired');
    const endsAt = endOf(session, outcome.next.lastActiveAt, times);
    await saveRefresh(tx, tenantId, { ...outcome.next, id: session.id, endsAt });
    const accessToken = await signAccessToken(ctx, claims);
    const successor = { sessionId, generation: outcome.next.generation };
    return ok(toTokenView(accessToken, writeRefreshToken(ctx.secrets, successor), scope, times));
  };
  // Refreshes of one session lock its row. Concurrent ones wait without holding a connection.
  return ctx.turns.take(`session:${given.sessionId}`, () => ctx.database.transact(tenantId, renew));
}

/** A reset by account number is extended while it is used, up to an hour. Every other session has a fixed end. */
function endOf({ scope, createdAt, endsAt }: LockedSession, lastActiveAt: number, times: SessionTimes): number {
  if (scope !== 'accountnumber') return endsAt;
  return Math.min(lastActiveAt + times.accountNumberMs, createdAt + times.absoluteAccountNumberMs);
}
