import { err, ok } from '@wattle/contract/errors.ts';
import { deleteScheduledPayment } from '@wattle/contract/schedules/delete-scheduled-payment.ts';
import { callerOf } from '../../http/caller.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import { dayAt } from '../../platform/clock.ts';
import { giveBackCounted } from './give-back.ts';
import { findOwnAccount } from './listed.store.ts';
import { releaseHold } from './release-hold.ts';
import { SCHEDULE } from './schedule.states.domain.ts';
import { findSchedule, saveProgress, type Schedule, scheduleLock } from './schedule.store.ts';

export const deleteScheduledPaymentRoute = handle(
  deleteScheduledPayment,
  async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const own = await findOwnAccount(tx, session, body.accountNumber);
    const id = body.scheduledPaymentId;
    const now = ctx.clocks.business.now();
    const before = own && (await findSchedule(tx, tenantId, id));
    const isHeld = before && own && isOf(before, own) && (await releaseHold(tx, tenantId, before, now));
    // A payment that is being made would otherwise go on.
    await lockNames(tx, [scheduleLock(id)]);
    const schedule = own && (await findSchedule(tx, tenantId, id));
    if (!own || !schedule || !isOf(schedule, own)) {
      return err('not_found', 'scheduledPaymentId');
    }
    const moved = move(SCHEDULE, { state: schedule.progress.state, event: 'delete', by: 'payer' });
    if (moved.kind === 'refused') return err(moved.error, 'scheduledPaymentId');
    if (moved.kind === 'changed') {
      saveProgress(tx, tenantId, id, { ...schedule.progress, state: moved.to });
      if (isHeld) giveBackCounted(tx, tenantId, schedule, dayAt(now));
      ctx.live.tellChanged(tx, tenantId, schedule.memberAccountId);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: callerOf(session),
        action: 'schedule.deleted',
        object: `schedule:${id}`,
        outcome: 'ok',
        requestId: request.id,
      });
    }
    return ok({ IsSuccessful: true as const });
  },
);

type Own = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;

function isOf({ memberAccountId, holderId }: Schedule, own: Own): boolean {
  return memberAccountId === own.member_account_id && holderId === own.holder_id;
}
