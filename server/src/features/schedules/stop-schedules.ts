import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { move } from '../../platform/state-table.domain.ts';
import { giveBackCounted } from './give-back.ts';
import { releaseHold } from './release-hold.ts';
import { SCHEDULE } from './schedule.states.domain.ts';
import { findSchedule, listActive, saveProgress, type Scheduled, scheduleLock } from './schedule.store.ts';

/** How many payments are still to come. */
export async function countActive(tx: Tx, tenantId: number, whose: Scheduled): Promise<number> {
  return (await listActive(tx, tenantId, whose)).length;
}

type Stopping = {
  readonly ctx: Pick<AppContext, 'clocks' | 'paymentMethods' | 'secrets'>;
  readonly tx: Tx;
  readonly tenantId: number;
};

/** The programme ends scheduled payments: an account or a person has come to an end. Answers how many. */
export async function stopSchedules({ ctx, tx, tenantId }: Stopping, whose: Scheduled): Promise<number> {
  const ids = await listActive(tx, tenantId, whose);
  const at = ctx.clocks.business.now();
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    if (schedule) await releaseHold(tx, tenantId, schedule, at);
  }
  // A payment that is being made would otherwise go on.
  await lockNames(tx, ids.map(scheduleLock));
  let stopped = 0;
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    if (!schedule) continue;
    const moved = move(SCHEDULE, { state: schedule.progress.state, event: 'stop', by: 'programme' });
    if (moved.kind !== 'changed') continue;
    saveProgress(tx, tenantId, id, { ...schedule.progress, state: moved.to });
    giveBackCounted(tx, ctx, tenantId, schedule);
    stopped += 1;
  }
  return stopped;
}
