import { cancelWaiting, finishAccountCheck, keepWaiting } from '@wattle/contract/account-check/account-check.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, type Route } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { lockOwnAccount, paymentsHeldUntil, webAccountOf } from '../access/public.ts';
import { cancelWaitingSchedule, keepSchedule } from '../schedules/public.ts';
import { cancelWaitingTopup, keepTopup } from '../topup/public.ts';
import { saveCheckSince } from './account-check.store.ts';
import { getAccountCheckRoute } from './get-account-check.route.ts';
import { hasWaiting } from './has-waiting.ts';
import { removeWayInRoute } from './remove-way-in.route.ts';

/** The check of an account after a reset. */
export const accountCheckRoutes: readonly Route[] = [
  handle(keepWaiting, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, holderId } = session;
    const webAccountId = webAccountOf(session);
    // Nothing is kept for a session that a further reset is ending.
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
  }),

  handle(cancelWaiting, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, holderId } = session;
    const webAccountId = webAccountOf(session);
    const common = { tenantId, id: body.Id, requestId: request.id };
    const isCancelled =
      body.Kind === 'topUp'
        ? await cancelWaitingTopup(tx, ctx, { ...common, webAccountId })
        : holderId !== null &&
          (await cancelWaitingSchedule(tx, ctx, { ...common, holderId, actor: callerOf(session) }));
    return isCancelled ? ok({ IsSuccessful: true as const }) : err('not_found', 'Id');
  }),

  handle(finishAccountCheck, async ({ session, tx, ctx }) => {
    const { tenantId, holderId } = session;
    const webAccountId = webAccountOf(session);
    if (!(await hasWaiting(tx, ctx, { tenantId, webAccountId, holderId }))) {
      await saveCheckSince(tx, { tenantId, webAccountId }, null);
    }
    return ok({ IsSuccessful: true as const });
  }),
  getAccountCheckRoute,
  removeWayInRoute,
];
