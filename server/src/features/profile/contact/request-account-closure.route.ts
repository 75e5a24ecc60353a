import { requestAccountClosure } from '@wattle/contract/profile/request-account-closure.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../../access/public.ts';
import { isPrimary } from '../../card-facts/public.ts';
import { tellHolder } from '../../messages/public.ts';
import { saveClosureAsked } from './contact.store.ts';

export const requestAccountClosureRoute = handleOutside(
  requestAccountClosure,
  {
    ...currentPasswordSteps,
    async settle(input) {
      const { body, tx, ctx, session, request } = input;
      const checked = await judgePassword(input);
      if (!checked.ok) return checked;
      const at = body.IsAsked ? ctx.clocks.business.now() : null;
      const isOwner = await isPrimary(tx, session);
      if (!isOwner || !(await saveClosureAsked(tx, session.tenantId, webAccountOf(session), at))) {
        return err('card_problem');
      }
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: `web:${webAccountOf(session)}`,
        action: body.IsAsked ? 'account.closure_asked' : 'account.closure_taken_back',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
      });
      if (at !== null && session.holderId !== null) {
        await tellHolder(tx, ctx, {
          tenantId: session.tenantId,
          brandId: session.brandId,
          holderId: session.holderId,
          template: 'closureAsked',
          dedupKey: `closure-asked:${webAccountOf(session)}:${at}`,
          everyContact: true,
        });
      }
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true },
);
