import type { AppContext } from '../../context.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { destinationOf } from './destination.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { forgetDestination } from './held.store.ts';
import { keptFrom } from './kept.domain.ts';
import { paymentDaysOf } from './payment-days.ts';
import { findSchedule, saveProgress, saveRun, type Schedule, scheduleLock } from './schedule.store.ts';
import { listWaitingIds, listYoung, type Maker, saveKept, saveWaiting } from './waiting.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config' | 'live' | 'paymentMethods' | 'secrets'>;

/** Until when a reset of the password lets no money go to anybody new; null: it does. Security time. */
type HeldUntil = { readonly heldUntil: number | null };

/**
 * Payments that a person has scheduled, or made to somebody new, within so long wait until they are kept or cancelled:
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
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    // Nothing of a held payment has arrived, so it makes nobody a payee who may be paid in the day after the reset.
    if (schedule?.isWaiting && schedule.holdId !== null) await forgetDestination(tx, tenantId, schedule);
  }
  return ids.length;
}

/** A payment that waits for its holder. */
export type WaitingSchedule = {
  readonly schedule: Schedule;
  /** Number of the paying account. */
  readonly accountNumber: string;
  readonly destination: ReturnType<typeof destinationOf>;
  /** The day on which it is paid if it is kept now; null: its last day has passed. */
  readonly nextDay: string | null;
};

/** Schedules that wait for a holder, oldest first. */
export async function listWaitingSchedules(
  tx: Tx,
  ctx: Ctx,
  { tenantId, holderId, heldUntil }: { readonly tenantId: number; readonly holderId: bigint } & HeldUntil,
): Promise<WaitingSchedule[]> {
  const listed = await listWaitingIds(tx, tenantId, holderId);
  if (listed.length === 0) return [];
  const calendar = await readBankingCalendar(tx);
  const found = await Promise.all(
    listed.map(async ({ id, account_number: accountNumber }) => {
      const schedule = await findSchedule(tx, tenantId, id);
      if (!schedule) return [];
      const { progress } = kept(ctx, schedule, calendar, heldUntil);
      const nextDay = progress.state === 'Active' && progress.dueAt !== null ? dayAt(progress.dueAt) : null;
      return [{ schedule, accountNumber, destination: destinationOf(ctx, schedule), nextDay }];
    }),
  );
  return found.flat();
}

/**
 * State of a schedule that its holder keeps. A thief may have reset the password and kept it, so nothing of it is paid
 * within the day after the reset.
 */
function kept(
  ctx: Ctx,
  schedule: Schedule,
  calendar: Awaited<ReturnType<typeof readBankingCalendar>>,
  heldUntil: number | null,
) {
  const { clocks, config } = ctx;
  const now = clocks.business.now();
  const days = paymentDaysOf(ctx, schedule, calendar);
  const notBefore = heldUntil === null ? now : now + Math.max(0, heldUntil - clocks.security.now());
  return keptFrom({ schedule, days, settings: config.schedules, now, today: dayAt(now), notBefore });
}

/**
 * Its holder keeps what waits: it is paid from now on, or once the day after a reset has gone by. False where they have
 * no such one, or its last day has passed.
 */
export async function keepSchedule(
  tx: Tx,
  ctx: Ctx,
  keeping: { readonly tenantId: number; readonly holderId: bigint; readonly id: string } & HeldUntil,
): Promise<boolean> {
  const { tenantId, holderId, id, heldUntil } = keeping;
  await lockNames(tx, [scheduleLock(id)]);
  const schedule = await findSchedule(tx, tenantId, id);
  if (!schedule?.isWaiting || schedule.holderId !== holderId || schedule.progress.state !== 'Active') return false;
  const { progress, missed } = kept(ctx, schedule, await readBankingCalendar(tx), heldUntil);
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
export async function cancelWaitingSchedule(
  tx: Tx,
  ctx: Ctx,
  { holderId, ...cancelling }: Cancelling,
): Promise<boolean> {
  const isOwn = (schedule: Schedule) => schedule.isWaiting && schedule.holderId === holderId;
  return (await deleteSchedule(tx, ctx, { ...cancelling, isOwn })) === 'ok';
}
