import type { AppContext } from '../../context.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import { giveBackCounted } from './give-back.ts';
import { releaseHold } from './release-hold.ts';
import { SCHEDULE } from './schedule.states.domain.ts';
import { findSchedule, saveProgress, type Schedule, scheduleLock } from './schedule.store.ts';

type Deleting = {
  readonly tenantId: number;
  readonly id: string;
  readonly isOwn: (schedule: Schedule) => boolean;
  readonly actor: string;
  readonly requestId: string;
};

/** Its payer wants no more of a scheduled or held payment. False where they have none of this id. */
export async function deleteSchedule(
  tx: Tx,
  ctx: Pick<AppContext, 'clocks' | 'live'>,
  { tenantId, id, isOwn, actor, requestId }: Deleting,
): Promise<boolean> {
  const now = ctx.clocks.business.now();
  const before = await findSchedule(tx, tenantId, id);
  if (before && isOwn(before)) await releaseHold(tx, tenantId, before, now);
  // A payment that is being made would otherwise go on.
  await lockNames(tx, [scheduleLock(id)]);
  const schedule = await findSchedule(tx, tenantId, id);
  if (!schedule || !isOwn(schedule)) return false;
  const moved = move(SCHEDULE, { state: schedule.progress.state, event: 'delete', by: 'payer' });
  if (moved.kind === 'refused') return false;
  if (moved.kind === 'changed') {
    saveProgress(tx, tenantId, id, { ...schedule.progress, state: moved.to });
    giveBackCounted(tx, tenantId, schedule);
    ctx.live.tellChanged(tx, tenantId, schedule.memberAccountId);
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'schedule.deleted',
      object: `schedule:${id}`,
      outcome: 'ok',
      requestId,
    });
  }
  return true;
}
