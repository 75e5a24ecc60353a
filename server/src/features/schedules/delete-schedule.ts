import type { AppContext } from '../../compose/context.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import { subtractScheduleCounts } from './subtract-counts.ts';
import { releaseHold } from './release-hold.ts';
import { SCHEDULE } from './schedule.states.domain.ts';
import { findSchedule, readLastRun, saveProgress, type Schedule, scheduleLock } from './schedule.store.ts';

type Deletion = {
  readonly tenantId: number;
  readonly id: string;
  readonly isOwn: (schedule: Schedule) => boolean;
  readonly actor: string;
  readonly requestId: string;
};

/**
 * `payment_made`: the last payment was made and nothing is left to cancel. `not_found`: the person has no schedule with
 * this id.
 */
type Deleted = 'ok' | 'not_found' | 'payment_made';

/** Deletes a scheduled or held payment for its payer. */
export async function deleteSchedule(
  tx: Tx,
  ctx: Pick<AppContext, 'clocks' | 'live' | 'paymentMethods' | 'secrets'>,
  { tenantId, id, isOwn, actor, requestId }: Deletion,
): Promise<Deleted> {
  const now = ctx.clocks.business.now();
  const before = await findSchedule(tx, tenantId, id);
  if (before && isOwn(before)) await releaseHold(tx, tenantId, before, now);
  // The lock waits for a payment that is being made.
  await lockNames(tx, [scheduleLock(id)]);
  const schedule = await findSchedule(tx, tenantId, id);
  if (!schedule || !isOwn(schedule)) return 'not_found';
  const { state } = schedule.progress;
  const event = (await readLastRun(tx, tenantId, id)) === 'Paid' ? 'deletePaid' : 'delete';
  const moved = move(SCHEDULE, { state, event, by: 'payer' });
  const line = { tenantId, actor, action: 'schedule.deleted', object: `schedule:${id}`, requestId };
  if (moved.kind === 'refused') {
    audit(tx, ctx.clocks, { ...line, outcome: moved.error });
    return moved.error;
  }
  if (moved.kind === 'changed') {
    saveProgress(tx, tenantId, id, { ...schedule.progress, state: moved.to });
    subtractScheduleCounts(tx, ctx, tenantId, schedule);
    ctx.live.publishChanged(tx, tenantId, schedule.memberAccountId);
    audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
  }
  return 'ok';
}
