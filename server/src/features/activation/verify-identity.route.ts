import { verifyIdentity } from '@wattle/contract/activation/steps.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { handleOutside } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type GuardKey, isLocked, judge, lockGuard, readGuard, saveGuard } from '../lockouts/public.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { actorOf } from './actor.ts';
import { type ActivationRow, saveIdentityProved } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';
import { isAnswer } from '../security-questions/public.ts';

/** Tries are counted by person, so that another card of theirs gives no new ones. */
function guardOfMaidenName({ secrets }: Pick<AppContext, 'secrets'>, row: ActivationRow): GuardKey {
  const { tenant_id: tenantId, brand_id: brandId, card_id: cardId, card_holder_id: holderId } = row;
  const subject = holderId === null ? `card:${cardId}` : `holder:${holderId}`;
  return {
    tenantId,
    brandId,
    kind: 'maidenName',
    identifierHash: secrets.identifierHash(`${brandId}:maidenName`, subject),
  };
}

/** Whether the maiden name that an activation asks for can't be tried now. */
export async function isMaidenNameLocked(tx: Tx, ctx: AppContext, row: ActivationRow): Promise<boolean> {
  return isLocked(await readGuard(tx, guardOfMaidenName(ctx, row)), ctx.clocks.security.now());
}

export const verifyIdentityRoute = handleOutside(
  verifyIdentity,
  {
    async admit(input) {
      const admitted = await admitStep(input, verifyIdentity, 'identityVerify');
      if (!admitted.ok) return admitted;
      const row = admitted.value;
      return ok({ key: guardOfMaidenName(input.ctx, row), hash: row.holder_maiden_name_hash });
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
