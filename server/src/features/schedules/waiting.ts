import type { AppContext } from '../../context.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { destinationOf } from './destination.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { keptFrom } from './kept.domain.ts';
import { findSchedule, saveProgress, saveRun, type Schedule, scheduleLock } from './schedule.store.ts';
import { listWaitingIds, listYoung, type Maker, saveKept, saveWaiting } from './waiting.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config' | 'live'>;

/**
 * What a person has scheduled, or paid to somebody new, within so long waits from now on until they keep or cancel it:
 * due work finds none of it. Answers how many. Its money stays on hold.
 */
export async function holdYoungSchedules(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  { withinMs, ...maker }: Maker & { readonly withinMs: number },
): Promise<number> {
  const ids = await listYoung(tx, tenantId, maker, clocks.business.now() - withinMs);
  if (ids.length === 0) return 0;
  // One that is being paid is paid first, or finds that it waits.
  await lockNames(tx, ids.map(scheduleLock));
  await saveWaiting(tx, tenantId, ids, clocks.security.now());
  return ids.length;
}

/** A payment that waits for its holder. */
export type WaitingSchedule = {
  readonly schedule: Schedule;
  /** Of the account that pays. */
  readonly accountNumber: string;
  readonly destination: ReturnType<typeof destinationOf>;
  /** The day on which it is paid if it is kept now; null: its last day has passed. */
  readonly nextDay: string | null;
};

/** What waits for a holder, the oldest first. */
export async function listWaitingSchedules(
  tx: Tx,
  ctx: Ctx,
  tenantId: number,
  holderId: bigint,
): Promise<WaitingSchedule[]> {
  const listed = await listWaitingIds(tx, tenantId, holderId);
  if (listed.length === 0) return [];
  const calendar = await readBankingCalendar(tx);
  const found = await Promise.all(
    listed.map(async ({ id, account_number: accountNumber }) => {
      const schedule = await findSchedule(tx, tenantId, id);
      if (!schedule) return [];
      const { progress } = kept(ctx, schedule, calendar);
      const nextDay = progress.state === 'Active' && progress.dueAt !== null ? dayAt(progress.dueAt) : null;
      return [{ schedule, accountNumber, destination: destinationOf(schedule), nextDay }];
    }),
  );
  return found.flat();
}

function kept({ clocks, config }: Ctx, schedule: Schedule, calendar: Awaited<ReturnType<typeof readBankingCalendar>>) {
  const now = clocks.business.now();
  return keptFrom({ schedule, calendar, settings: config.schedules, now, today: dayAt(now) });
}

/** Its holder keeps what waits: it is paid from now on. False where they have no such one, or its last day has passed. */
export async function keepSchedule(
  tx: Tx,
  ctx: Ctx,
  { tenantId, holderId, id }: { readonly tenantId: number; readonly holderId: bigint; readonly id: string },
): Promise<boolean> {
  await lockNames(tx, [scheduleLock(id)]);
  const schedule = await findSchedule(tx, tenantId, id);
  if (!schedule?.isWaiting || schedule.holderId !== holderId || schedule.progress.state !== 'Active') return false;
  const { progress, missed } = kept(ctx, schedule, await readBankingCalendar(tx));
  if (progress.state !== 'Active') return false;
  saveKept(tx, tenantId, id);
  saveProgress(tx, tenantId, id, progress);
  const run = { state: 'Missed', error: null, available: null, receipt: null, at: ctx.clocks.business.now() } as const;
  for (const plannedDay of missed) saveRun(tx, tenantId, id, { ...run, plannedDay });
  ctx.live.tellChanged(tx, tenantId, schedule.memberAccountId);
  return true;
}

type Cancelling = {
  readonly tenantId: number;
  readonly holderId: bigint;
  readonly id: string;
  readonly actor: string;
  readonly requestId: string;
};

/** Its holder cancels what waits: it is never paid. False where they have no such one. */
export function cancelWaitingSchedule(tx: Tx, ctx: Ctx, { holderId, ...cancelling }: Cancelling): Promise<boolean> {
  const isOwn = (schedule: Schedule) => schedule.isWaiting && schedule.holderId === holderId;
  return deleteSchedule(tx, ctx, { ...cancelling, isOwn });
}
