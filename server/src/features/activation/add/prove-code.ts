import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { callerOf } from '../../../http/caller.ts';
import type { RequestInfo, Session } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type GuardKey, judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import type { CardToAdd } from './card-to-add.store.ts';

export type Where = {
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
};

/** A named card, known or not, with the hashes to compare its code with and the key to count it under. */
export type Named = {
  readonly card: CardToAdd | undefined;
  readonly key: GuardKey;
  readonly hashes: readonly (string | null)[];
  /** Drops the second of the codes once the first was used. */
  readonly dropsPrevious: (tx: Tx, tenantId: number, cardId: bigint) => Promise<void>;
};

export const subjectOf = ({ key }: Named): string => `guard:${key.identifierHash.toString('hex')}`;

/** The index of the code that was given, -1 for a wrong one. An unknown card costs the same time. */
export async function compareCode({ ctx }: Pick<Where, 'ctx'>, { hashes }: Named, code: string): Promise<number> {
  const answers = await Promise.all(hashes.map((hash) => ctx.secrets.verifySecret(hash, code)));
  return answers.indexOf(true);
}

type CodeError = 'activation_code_wrong' | 'access_code_wrong' | 'login_locked_or_token_expired';

/**
 * Judges a code that was compared with the card in `before`, by the card in `now` under the lock. It is counted like a
 * sign-in or an activation with the same card, so that a second call gives no second tries. Its refusals have to
 * commit.
 */
export async function judgeCode(
  { session, tx, ctx, request }: Where,
  { before, name, matched }: { before: Named; name: () => Promise<Named>; matched: number },
): Promise<Result<CardToAdd, CodeError>> {
  const guard = await lockGuard(tx, before.key);
  const now = await name();
  const isSame = now.hashes.every((hash, index) => hash === before.hashes[index]);
  if (!isSame || now.card?.id !== before.card?.id) throw new Busy('the code was changed while it was compared');
  const judged = judge(ctx.config.lockouts[before.key.kind], guard, matched >= 0, ctx.clocks.security.now());
  saveGuard(tx, before.key, judged.guard);
  if (judged.verdict === 'in' && now.card) {
    if (matched === 0 && now.hashes[1]) await now.dropsPrevious(tx, session.tenantId, now.card.id);
    return ok(now.card);
  }
  const wrong = before.key.kind === 'activation' ? 'activation_code_wrong' : 'access_code_wrong';
  const error = judged.verdict === 'locked' ? 'login_locked_or_token_expired' : wrong;
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: callerOf(session),
    action: judged.isNewLock ? 'card.code_locked' : 'card.code_refused',
    object: now.card && `card:${now.card.id}`,
    outcome: error,
    requestId: request.id,
  });
  return err(error);
}
