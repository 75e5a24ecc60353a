import { submitAuthAnswersForForgotPassword } from '@wattle/contract/identity/questions.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { findResetForIdentity, saveIdentityOfReset } from '../../reset/public.ts';
import { areRight } from './are-right.ts';
import { admitAnswers } from './question-set.ts';

export const submitAuthAnswersForForgotPasswordRoute = handleOutside(
  submitAuthAnswersForForgotPassword,
  {
    admit: (input) => admitAnswers(input, input.body.Answers),
    subject: ({ key }) => `guard:${key.identifierHash.toString('hex')}`,
    outside: ({ ctx, body, intent }) =>
      intent.isLocked ? Promise.resolve(false) : areRight(ctx, intent.questions, body.Answers),
    async settle({ session, tx, ctx, request, intent, known }) {
      const now = ctx.clocks.security.now();
      // Otherwise the questions were decoys.
      const reset = await findResetForIdentity(tx, ctx, session);
      const isRight = known && reset !== undefined;
      const judged = judge(ctx.config.lockouts.identityAnswers, await lockGuard(tx, intent.key), isRight, now);
      saveGuard(tx, intent.key, judged.guard);
      const isIn = judged.verdict === 'in' && reset !== undefined;
      const refusal = judged.verdict === 'locked' ? 'identity_answers_locked' : 'identity_answers_wrong';
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: 'visitor',
        action: judged.isNewLock ? 'identity.answers_locked' : 'identity.answers_given',
        object: session.webAccountId === null ? undefined : `web:${session.webAccountId}`,
        requestId: request.id,
        outcome: isIn ? 'ok' : refusal,
      });
      if (!isIn) return err(refusal);
      await saveIdentityOfReset(tx, session.tenantId, reset.id, now);
      return ok({ IsAuthenticationPassed: true as const });
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
