import type { AppContext } from '../../compose/context.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { destinationOf } from './destination.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { deleteDestination } from './held.store.ts';
import { advance, dueDayOf, type PaymentDays, type Progress, type ScheduleSettings } from './occurrence.domain.ts';
import { paymentDaysOf } from './payment-days.ts';
import { findSchedule, saveProgress, saveRun, type Schedule, scheduleLock } from './schedule.store.ts';
import { listWaitingIds, listRecent, type Creator, saveConfirmed, saveWaiting } from './waiting-schedule.store.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config' | 'live' | 'paymentMethods' | 'secrets'>;

/** End of the period after a password reset in which no new destination is paid; null: none. Security time. */
type HeldUntil = { readonly heldUntil: number | null };

/**
 * Suspends payments that a person recently scheduled, or made to a new destination, until they are confirmed or
 * cancelled: due work skips them. Their money stays on hold. Returns how many.
 */
export async function suspendRecentSchedules(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  { withinMs, ...maker }: Creator & { readonly withinMs: number },
): Promise<number> {
  const ids = await listRecent(tx, tenantId, maker, clocks.business.now() - withinMs);
  if (ids.length === 0) return 0;
  // A payment in progress is completed first, or finds that it is suspended.
  await lockNames(tx, ids.map(scheduleLock));
  await saveWaiting(tx, tenantId, ids, clocks.security.now());
  for (const id of ids) {
    const schedule = await findSchedule(tx, tenantId, id);
    // A held payment has not arrived, so its destination is not known and cannot be paid in the day after the reset.
    if (schedule?.isWaiting && schedule.holdId !== null) await deleteDestination(tx, tenantId, schedule);
  }
  return ids.length;
}

/** Payment that waits for its holder's confirmation. */
export type WaitingSchedule = {
  readonly schedule: Schedule;
  /** Number of the paying account. */
  readonly accountNumber: string;
  readonly destination: ReturnType<typeof destinationOf>;
  /** Day of the next payment if it is confirmed now; null: its last day has passed. */
  readonly nextDay: string | null;
};

/** Schedules that wait for a holder's confirmation, oldest first. */
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
      const { progress } = confirmed(ctx, schedule, calendar, heldUntil);
      const nextDay = progress.state === 'Active' && progress.dueAt !== null ? dayAt(progress.dueAt) : null;
      return [{ schedule, accountNumber, destination: destinationOf(ctx, schedule), nextDay }];
    }),
  );
  return found.flat();
}

/**
 * State of a confirmed schedule. A thief may have reset the password and confirmed it, so nothing is paid within the
 * day after the reset.
 */
function confirmed(
  ctx: Ctx,
  schedule: Schedule,
  calendar: Awaited<ReturnType<typeof readBankingCalendar>>,
  heldUntil: number | null,
) {
  const { clocks, config } = ctx;
  const now = clocks.business.now();
  const days = paymentDaysOf(ctx, schedule, calendar);
  const notBefore = heldUntil === null ? now : now + Math.max(0, heldUntil - clocks.security.now());
  return confirmProgress({ schedule, days, settings: config.schedules, now, today: dayAt(now), notBefore });
}

/**
 * Confirms a suspended schedule: it is paid from now on, or from the end of the day after a reset. False when the
 * holder has no such schedule or its last day has passed.
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
  const { progress, missed } = confirmed(ctx, schedule, await readBankingCalendar(tx), heldUntil);
  if (progress.state !== 'Active') return false;
  saveConfirmed(tx, tenantId, id);
  saveProgress(tx, tenantId, id, progress);
  const run = { state: 'Missed', error: null, available: null, receipt: null, at: ctx.clocks.business.now() } as const;
  for (const plannedDay of missed) saveRun(tx, tenantId, id, { ...run, plannedDay });
  ctx.live.publishChanged(tx, tenantId, schedule.memberAccountId);
  return true;
}

type Cancelling = {
  readonly tenantId: number;
  readonly holderId: bigint;
  readonly id: string;
  readonly actor: string;
  readonly requestId: string;
};

/** Cancels a suspended schedule, which is never paid. False when the holder has none with this id. */
export async function cancelWaitingSchedule(
  tx: Tx,
  ctx: Ctx,
  { holderId, ...cancelling }: Cancelling,
): Promise<boolean> {
  const isOwn = (schedule: Schedule) => schedule.isWaiting && schedule.holderId === holderId;
  return (await deleteSchedule(tx, ctx, { ...cancelling, isOwn })) === 'ok';
}

type ConfirmedProgress = {
  readonly progress: Progress;
  /** Planned days that passed while it waited; their payments are not made. */
  readonly missed: readonly string[];
};

type ConfirmedSchedule = {
  readonly schedule: Pick<Schedule, 'recurring' | 'progress' | 'holdId'>;
  readonly days: PaymentDays;
  readonly settings: ScheduleSettings;
  /** Business time, and its day in Melbourne. */
  readonly now: number;
  readonly today: string;
  /** No payment is made before this moment of business time. */
  readonly notBefore: number;
};

/**
 * Progress of a schedule once its holder confirms it. A held payment whose time has passed is due now, since its money
 * is on hold. Of other schedules only payments due today or later are made.
 */
function confirmProgress({ notBefore, ...given }: ConfirmedSchedule): ConfirmedProgress {
  const { progress, missed } = confirmNow(given);
  const { state, dueAt } = progress;
  if (state !== 'Active' || dueAt === null || dueAt >= notBefore) return { progress, missed };
  return { progress: { ...progress, dueAt: notBefore }, missed };
}

function confirmNow({ schedule, days, settings, now, today }: Omit<ConfirmedSchedule, 'notBefore'>): ConfirmedProgress {
  const { recurring, holdId } = schedule;
  let { progress } = schedule;
  if (holdId !== null) {
    const isPast = progress.dueAt !== null && progress.dueAt < now;
    return { progress: isPast ? { ...progress, nextDay: today, dueAt: now } : progress, missed: [] };
  }
  const missed: string[] = [];
  while (progress.state === 'Active' && progress.nextDay !== null) {
    const dueDay = dueDayOf(progress.nextDay, days);
    if (dueDay >= today) break;
    missed.push(progress.nextDay);
    progress = advance({ recurring, progress, days, settings }, 'missed');
  }
  return { progress, missed };
}
