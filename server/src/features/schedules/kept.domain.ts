import { advance, dueDayOf, type PaymentDays, type Progress, type ScheduleSettings } from './occurrence.domain.ts';
import type { Schedule } from './schedule.store.ts';

type Kept = {
  readonly progress: Progress;
  /** Planned days that passed while it waited; their payments are not made. */
  readonly missed: readonly string[];
};

type Given = {
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
export function keptFrom({ notBefore, ...given }: Given): Kept {
  const { progress, missed } = keptNow(given);
  const { state, dueAt } = progress;
  if (state !== 'Active' || dueAt === null || dueAt >= notBefore) return { progress, missed };
  return { progress: { ...progress, dueAt: notBefore }, missed };
}

function keptNow({ schedule, days, settings, now, today }: Omit<Given, 'notBefore'>): Kept {
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
