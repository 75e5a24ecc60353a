import { getAuthStatus } from '@wattle/contract/identity/questions/get-auth-status.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { isLocked, readGuard } from '../../access/public.ts';
import { currentActivation } from '../../activation/public.ts';
import { findResetOfSession } from '../../reset/public.ts';
import { guardKeyOf } from './question-set.ts';

export const getAuthStatusRoute = handleRead(getAuthStatus, async ({ session, tx, ctx }) => {
  const guard = await readGuard(tx, guardKeyOf(ctx, session));
  const now = ctx.clocks.security.now();
  const isOfReset = session.scope === 'accountnumber';
  const isPassed = isOfReset
    ? (await findResetOfSession(tx, session, now))?.isIdentityProved
    : (await currentActivation({ tx, session, ctx }))?.identity_proved;
  return ok({
    IsCardAuthenticationLocked: isLocked(guard, now),
    IsAuthenticationPassed: isPassed ?? false,
  });
});
