import { cancelWaiting } from '@wattle/contract/account-check/cancel-waiting.ts';
import { keepWaiting } from '@wattle/contract/account-check/keep-waiting.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../http/caller.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { lockOwnAccount, paymentsHeldUntil, webAccountOf } from '../access/public.ts';
import { cancelWaitingSchedule, keepSchedule } from '../schedules/public.ts';
import { cancelWaitingTopup, keepTopup } from '../topup/public.ts';

export const keepWaitingRoute = handle(keepWaiting, async ({ body, session, tx, ctx, request }) => {
  const { tenantId, holderId } = session;
  const webAccountId = webAccountOf(session);
  // Of a session that a further reset is ending, nothing is kept.
  await lockOwnAccount(tx, session);
  const heldUntil = await paymentsHeldUntil(tx, ctx, session);
  const isKept =
    body.Kind === 'topUp'
      ? await keepTopup(tx, ctx, { tenantId, webAccountId, id: body.Id })
      : holderId !== null && (await keepSchedule(tx, ctx, { tenantId, holderId, heldUntil, id: body.Id }));
  if (!isKept) return err('not_found', 'Id');
  audit(tx, ctx.clocks, {
    tenantId,
    actor: callerOf(session),
    action: 'waiting.kept',
    object: body.Kind === 'topUp' ? `autoTopup:${body.Id}` : `schedule:${body.Id}`,
    outcome: 'ok',
    requestId: request.id,
  });
  return ok({ IsSuccessful: true as const });
});

export const cancelWaitingRoute = handle(cancelWaiting, async ({ body, session, tx, ctx, request }) => {
  const { tenantId, holderId } = session;
  const webAccountId = webAccountOf(session);
  const common = { tenantId, id: body.Id, requestId: request.id };
  const isCancelled =
    body.Kind === 'topUp'
      ? await cancelWaitingTopup(tx, ctx, { ...common, webAccountId })
      : holderId !== null && (await cancelWaitingSchedule(tx, ctx, { ...common, holderId, actor: callerOf(session) }));
  return isCancelled ? ok({ IsSuccessful: true as const }) : err('not_found', 'Id');
});
