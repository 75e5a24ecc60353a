import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo, Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { guardOfName, judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { noteProved } from '../step-up/step-up.store.ts';
import { readPasswordHash } from './web-account.store.ts';

/** The web account of a session that has one: its scope says so. */
export function webAccountOf(session: Session): bigint {
  if (session.webAccountId === null) throw new Error('a session without its web account');
  return session.webAccountId;
}

/** The web account whose password is compared, and the stored hash. */
export type Comparison = { readonly webAccountId: bigint; readonly hash: string | null };

type Outside = {
  readonly ctx: AppContext;
  readonly body: { readonly currentpassword: string };
  readonly intent: Comparison;
};

/**
 * The steps before `settle` of a call that asks for the signed-in user's password. The password is compared
 * between the two transactions; `settle` begins with judgePassword, and the route keeps its refusals.
 */
export const currentPasswordSteps = {
  async admit({ tx, session }: { readonly tx: Tx; readonly session: Session }) {
    const webAccountId = webAccountOf(session);
    return ok<Comparison>({ webAccountId, hash: await readPasswordHash(tx, session.tenantId, webAccountId) });
  },
  subject: ({ webAccountId }: Comparison) => `currentPassword:${webAccountId}`,
  outside: ({ ctx, body, intent }: Outside) => ctx.secrets.verifySecret(intent.hash, body.currentpassword),
};

type Judging = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly intent: Comparison;
  /** Whether the password is right. */
  readonly known: boolean;
};

/**
 * Counts the guess; a right one is a fresh proof. Wrong ones are counted by web account and apart from those of the
 * sign-in, so that someone at an open session gets no more guesses than a stranger and locks no one out.
 */
export async function judgePassword(
  judging: Judging,
): Promise<Result<undefined, 'current_password_wrong' | 'account_locked'>> {
  const { tx, ctx, session, request, intent, known } = judging;
  const { tenantId, brandId } = session;
  const { webAccountId } = intent;
  const kind = 'currentPassword' as const;
  const key = guardOfName(ctx, { tenantId, brandId }, kind, String(webAccountId));
  const [guard, hash] = await Promise.all([lockGuard(tx, key), readPasswordHash(tx, tenantId, webAccountId)]);
  if (hash !== intent.hash) throw new Busy('the password was changed while it was compared');
  const judged = judge(ctx.config.lockouts[kind], guard, known, ctx.clocks.security.now());
  saveGuard(tx, key, judged.guard);
  if (judged.verdict === 'in') {
    await noteProved(tx, session, ctx.clocks.security.now());
    return ok(undefined);
  }
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
