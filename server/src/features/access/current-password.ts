import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { judge } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';
import { readPasswordHash } from './web-account.store.ts';

type Check = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly password: string;
};

/** The web account of a session that has one: its scope says so. */
export function webAccountOf(session: Session): bigint {
  if (session.webAccountId === null) throw new Error('a session without its web account');
  return session.webAccountId;
}

/**
 * Whether the password is the signed-in user's. Wrong ones are counted under the web account and apart
 * from the sign-in's: a session left open guesses no further than a stranger, and locks nobody out. The
 * route keeps its refusals.
 */
export async function checkCurrentPassword(
  check: Check,
): Promise<Result<undefined, 'current_password_wrong' | 'account_locked'>> {
  const { tx, ctx, session, request, password } = check;
  const { tenantId, brandId } = session;
  const webAccountId = webAccountOf(session);
  const kind = 'currentPassword' as const;
  const identifierHash = ctx.secrets.identifierHash(`${brandId}:${kind}`, String(webAccountId));
  const key = { tenantId, brandId, kind, identifierHash };
  const guard = await lockGuard(tx, key);
  const isRight = await ctx.secrets.verifySecret(await readPasswordHash(tx, tenantId, webAccountId), password);
  const judged = judge(kind, guard, isRight, ctx.clocks.security.now());
  saveGuard(tx, key, judged.guard);
  if (judged.verdict === 'in') return ok(undefined);
  const error = judged.verdict === 'locked' ? 'account_locked' : 'current_password_wrong';
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: judged.isNewLock ? 'password_check.locked' : 'password_check.refused',
    object: `session:${session.id}`,
    outcome: error,
    requestId: request.id,
  });
  return err(error);
}
