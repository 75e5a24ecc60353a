import { finishAccountCheck } from '@wattle/contract/account-check/finish-account-check.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { webAccountOf } from '../access/public.ts';
import { saveCheckSince } from './account-check.store.ts';
import { hasWaiting } from './has-waiting.ts';

export const finishAccountCheckRoute = handle(finishAccountCheck, async ({ session, tx, ctx }) => {
  const { tenantId, holderId } = session;
  const webAccountId = webAccountOf(session);
  if (!(await hasWaiting(tx, ctx, { tenantId, webAccountId, holderId }))) {
    await saveCheckSince(tx, { tenantId, webAccountId }, null);
  }
  return ok({ IsSuccessful: true as const });
});
