import { verifyIdentity } from '@wattle/contract/activation/steps.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { Busy } from '../../platform/busy.ts';
import { type GuardKey, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { actorOf } from './actor.ts';
import { saveIdentityProved } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';
import { isAnswer } from '../security-questions/public.ts';

export const verifyIdentityRoute = handleOutside(
  verifyIdentity,
  {
    async admit(input) {
      const { session, ctx } = input;
      const admitted = await admitStep(input, verifyIdentity, 'identityVerify');
      if (!admitted.ok) return admitted;
      const { tenantId, brandId } = session;
      const { card_id: cardId, card_holder_id: holderId, holder_maiden_name_hash: hash } = admitted.value;
      // Counted by person, so that another card of theirs gives no new tries.
      const subject = holderId === null ? `card:${cardId}` : `holder:${holderId}`;
      const identifierHash = ctx.secrets.identifierHash(`${brandId}:maidenName`, subject);
      const key: GuardKey = { tenantId, brandId, kind: 'maidenName', identifierHash };
      return ok({ key, hash });
    },
    subject: ({ key }) => `guard:${key.identifierHash.toString('hex')}`,
    outside: ({ ctx, body, intent }) => isAnswer(ctx.secrets, intent.hash, body.MothersMaidenName),
    async settle(input) {
      const { body, session, tx, ctx, request, intent, known: isName } = input;
      const guard = await lockGuard(tx, intent.key);
      const admitted = await admitStep(input, verifyIdentity, 'identityVerify');
      if (!admitted.ok) return admitted;
      const row = admitted.value;
      if (row.holder_maiden_name_hash !== intent.hash) throw new Busy('the name on record was changed meanwhile');
      const now = ctx.clocks.security.now();
      const isRight = isName && row.holder_date_of_birth === body.DateOfBirth;
      const judged = judge(ctx.config.lockouts.maidenName, guard, isRight, now);
      saveGuard(tx, intent.key, judged.guard);
      const isIn = judged.verdict === 'in';
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: actorOf(session),
        action: judged.isNewLock ? 'card.identity_locked' : 'card.identity_verified',
        object: `card:${row.card_id}`,
        outcome: isIn ? 'ok' : 'identity_not_verified',
        requestId: request.id,
      });
      if (!isIn) return err(judged.verdict === 'locked' ? 'identity_answers_locked' : 'identity_not_verified');
      await saveIdentityProved(tx, row, now);
      return ok(toActivationView(await changedActivation(input)));
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);
