import { submitAuthAnswers } from '@wattle/contract/identity/questions.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { admitStep, saveIdentityProved } from '../../activation/public.ts';

import { areRight } from './are-right.ts';
import { admitAnswers } from './question-set.ts';

export const submitAuthAnswersRoute = handleOutside(
  submitAuthAnswers,
  {
    admit: (input) => admitAnswers(input, input.body.Answers),
    subject: ({ key }) => `guard:${key.identifierHash.toString('hex')}`,
    // During a lock no answer is compared.
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
