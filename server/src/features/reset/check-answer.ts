import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type GuardKey, isLocked, judge, lockGuard, readGuard, saveGuard } from '../lockouts/public.ts';
import { isAnswer } from '../security-questions/public.ts';
import { auditReset, openReset, type OpenReset, type ResetCall } from './reset-call.ts';
import { saveAnswered, saveWrongTry } from './reset.store.ts';

type Refusals = 'token_invalid' | 'token_expired' | 'answer_wrong' | 'account_locked';

/** Hash that an answer was compared with, and whether it is right. */
export type Compared = { readonly hash: string | null; readonly isRight: boolean };

/**
 * Wrong answers are counted by person over all their resets of one way, or by the typed name where it has no owner. By
 * account number a stranger may guess; a link takes the mailbox, so it is open to its holder whatever strangers guess.
 */
function guardOf({ ctx, brand, place }: ResetCall, { row }: OpenReset): GuardKey {
  const subject = row.subjectHash.toString('hex');
  const identifierHash =
    row.way === 'link' ? ctx.secrets.identifierHash(`${brand.id}:reset link`, subject) : row.subjectHash;
  return { ...place, brandId: brand.id, kind: 'resetAnswer', identifierHash };
}

/**
 * Compares an answer without an open transaction. During a lock no answer is right, and the time does not reveal it.
 */
export async function compareAnswer(call: ResetCall, answer: string): Promise<Result<Compared, Refusals>> {
  const { ctx, place } = call;
  const found = await ctx.database.transact(place.tenantId, async (tx) => {
    const reset = await openReset(tx, call);
    if ('ok' in reset) return reset;
    const guard = await readGuard(tx, guardOf(call, reset));
    const hash = reset.person?.security_answer_hash ?? null;
    return ok({ hash, isLocked: isLocked(guard, ctx.clocks.security.now()) });
  });
  if (!found.ok) return found;
  const { hash } = found.value;
  const isRight = await isAnswer(ctx.secrets, hash, answer);
  return ok({ hash, isRight: isRight && !found.value.isLocked });
}

/**
 * Counts the answer in the transaction of its call. A wrong one is counted although the call is refused. The third ends
 * the reset, and five in a day lock the resets of the person by that way.
 */
export async function judgeAnswer(
  tx: Tx,
  call: ResetCall,
  { hash, isRight }: Compared,
): Promise<Result<OpenReset, Refusals>> {
  const { ctx, place } = call;
  const reset = await openReset(tx, call);
  if ('ok' in reset) return reset;
  const { row, person } = reset;
  if ((person?.security_answer_hash ?? null) !== hash) throw new Busy('the answer was changed while it was compared');
  const now = ctx.clocks.security.now();
  const key = guardOf(call, reset);
  const judged = judge(ctx.config.lockouts.resetAnswer, await lockGuard(tx, key), isRight, now);
  saveGuard(tx, key, judged.guard);
  if (judged.verdict === 'in') {
    if (!row.isAnswered) await saveAnswered(tx, place.tenantId, row.id, now);
    return ok({ ...reset, row: { ...row, isAnswered: true } });
  }
  const error = judged.verdict === 'locked' ? 'account_locked' : 'answer_wrong';
  await saveWrongTry(tx, place.tenantId, row.id, { nowMs: now, most: ctx.config.resets.wrongTries });
  const action = judged.isNewLock ? 'password.reset_locked' : 'password.reset_refused';
  auditReset(tx, call, action, { webAccountId: row.webAccountId, outcome: error });
  return err(error);
}
