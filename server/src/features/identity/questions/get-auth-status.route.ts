import { getAuthStatus } from '@wattle/contract/identity/questions/get-auth-status.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { isLocked, readGuard } from '../../access/public.ts';
import { currentActivation } from '../../activation/public.ts';
import { guardKeyOf } from './question-set.ts';

export const getAuthStatusRoute = handleRead(getAuthStatus, async ({ session, tx, ctx }) => {
  const guard = await readGuard(tx, guardKeyOf(ctx, session));
  const activation = await currentActivation({ tx, session, ctx });
  return ok({
    IsCardAuthenticationLocked: isLocked(guard, ctx.clocks.security.now()),
    IsAuthenticationPassed: activation?.identity_proved ?? false,
  });
});
