import { submitAuthAnswers } from '@wattle/contract/identity/questions.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { isLocked, judge, lockGuard, readGuard, saveGuard } from '../../lockouts/public.ts';
import { admitStep, saveIdentityProved } from '../../activation/public.ts';

import { areRight, isLeftOut } from './are-right.ts';
import { guardKeyOf, questionsOf } from './question-set.ts';

export const submitAuthAnswersRoute = handleOutside(
  submitAuthAnswers,
  {
    async admit({ session, tx, ctx, body }) {
      const key = guardKeyOf(ctx, session);
      const [guard, questions] = [await readGuard(tx, key), await questionsOf(tx, ctx, session)];
      const isClosed = isLocked(guard, ctx.clocks.security.now());
      if (!isClosed && isLeftOut(questions, body.Answers)) return err('required_field', 'Answers');
      return ok({ key, questions, isLocked: isClosed });
    },
    subject: ({ key }) => `guard:${key.identifierHash.toString('hex')}`,
    // Nothing is compared during a lock.
    outside: ({ ctx, body, intent }) =>
      intent.isLocked ? Promise.resolve(false) : areRight(ctx, intent.questions, body.Answers),
    async settle({ session, tx, ctx, request, intent, known: isRight }) {
      const { key } = intent;
      const now = ctx.clocks.security.now();
      const judged = judge(ctx.config.lockouts.identityAnswers, await lockGuard(tx, key), isRight, now);
      saveGuard(tx, key, judged.guard);
      const line = {
        tenantId: session.tenantId,
        actor: 'visitor',
        action: judged.isNewLock ? 'identity.answers_locked' : 'identity.answers_given',
        object: `card:${session.cardId}`,
        requestId: request.id,
      };
      const refusal = judged.verdict === 'locked' ? 'identity_answers_locked' : 'identity_answers_wrong';
      const step =
        judged.verdict === 'in' ? await admitStep({ tx, session, ctx }, submitAuthAnswers, 'identityAuth') : undefined;
      audit(tx, ctx.clocks, { ...line, outcome: step?.ok ? 'ok' : refusal });
      // Answers prove nothing for a card that does not ask for them.
      if (!step?.ok) return err(refusal);
      await saveIdentityProved(tx, step.value, now);
      return ok({ IsAuthenticationPassed: true as const });
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
