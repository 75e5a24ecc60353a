import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import { subtractScheduleCounts } from './subtract-counts.ts';
import { releaseHold } from './release-hold.ts';
import { SCHEDULE } from './schedule.states.domain.ts';
import { findSchedule, listActive, saveProgress, type ScheduleFilter, scheduleLock } from './schedule.store.ts';

/** Number of payments that are still due. */
export async function countActive(tx: Tx, tenantId: number, whose: ScheduleFilter): Promise<number> {
  return (await listActive(tx, tenantId, whose)).length;
}

type TenantTx = {
  readonly ctx: Pick<AppContext, 'clocks' | 'paymentMethods' | 'secrets'>;
  readonly tx: Tx;
  readonly tenantId: number;
};

/** Ends scheduled payments when the programme closes an account or ends a person. Returns how many. */
export async function stopSchedules({ ctx, tx, tenantId }: TenantTx, whose: ScheduleFilter): Promise<number> {
  const ids = await listActive(tx, tenantId, whose);
  const at = ctx.clocks.business.now();
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    if (schedule) await releaseHold(tx, tenantId, schedule, at);
  }
  // The lock waits for a payment that is being made.
  await lockNames(tx, ids.map(scheduleLock));
  let stopped = 0;
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    if (!schedule) continue;
    const moved = move(SCHEDULE, { state: schedule.progress.state, event: 'stop', by: 'programme' });
    if (moved.kind !== 'changed') continue;
    saveProgress(tx, tenantId, id, { ...schedule.progress, state: moved.to });
    subtractScheduleCounts(tx, ctx, tenantId, schedule);
    stopped += 1;
  }
  return stopped;
}
