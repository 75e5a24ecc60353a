import { occurrenceOf, type Recurring } from '@wattle/contract/rules/schedule-dates.ts';
import {
  addBankingDays,
  type BankingCalendar,
  bankingDayFrom,
} from '../../platform/time/banking-days/banking-days.domain.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { move } from '../../platform/state-table.domain.ts';
import { SCHEDULE, type ScheduleState } from './schedule.states.domain.ts';

/** Times of the Melbourne day, and how much may go wrong. */
export type ScheduleSettings = {
  readonly firstTry: string;
  /** Second attempt on the same day, only for insufficient funds, before the cut-offs. */
  readonly secondTry: string;
  /** Failures in a row after which a schedule is cancelled. */
  readonly failures: number;
  /** Business days after which an overdue occurrence counts as missed. */
  readonly missedDays: number;
};

/** The days on which payments of a schedule are made: business days, or any day. */
export type PaymentDays = BankingCalendar | 'every day';

/** Day on which an occurrence is carried out. */
export function dueDayOf(plannedDay: string, days: PaymentDays): string {
  return days === 'every day' ? plannedDay : bankingDayFrom(days, plannedDay);
}

/** An occurrence by its planned day and the day on which it is carried out. */
export type DuePayment = { readonly plannedDate: string; readonly paymentDate: string };

/** The occurrences from the n-th on that are carried out up to a day, and `least` of them at least. */
export function duePaymentsUntil(
  recurring: Recurring,
  { from, days, last, least }: { from: number; days: PaymentDays; last: string; least: number },
): readonly DuePayment[] {
  const found: DuePayment[] = [];
  for (let n = from; ; n += 1) {
    const plannedDate = occurrenceOf(recurring, n);
    if (plannedDate === undefined) return found;
    const paymentDate = dueDayOf(plannedDate, days);
    if (paymentDate > last && found.length >= least) return found;
    found.push({ plannedDate, paymentDate });
  }
}

/** The moment of a time of day on a Melbourne day, in milliseconds. */
export function timeOn(day: string, time: string): number {
  const plainTime = Temporal.PlainTime.from(time);
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime }).epochMilliseconds;
}

/** Time of the first attempt at an occurrence. */
export function dueAtOf(plannedDay: string, days: PaymentDays, time: string): number {
  return timeOn(dueDayOf(plannedDay, days), time);
}

/** Whether an occurrence is overdue too long to be paid without confirmation. Days in Melbourne. */
export function isMissed(dueDay: string, today: string, calendar: BankingCalendar, missedDays: number): boolean {
  return dueDay < addBankingDays(calendar, today, -missedDays);
}

/** Progress of a schedule, which each occurrence changes. */
export type Progress = {
  readonly state: ScheduleState;
  readonly nextN: number;
  readonly nextDay: string | null;
  /** Milliseconds of business time. */
  readonly dueAt: number | null;
  readonly tries: number;
  readonly failures: number;
};

export type Outcome = 'paid' | 'failed' | 'missed' | 'skipped';

type Given = {
  readonly recurring: Recurring;
  readonly progress: Progress;
  readonly days: PaymentDays;
  readonly settings: ScheduleSettings;
};

/** Progress of a schedule after an occurrence. Only failures in a row count. */
export function advance({ recurring, progress, days, settings }: Given, outcome: Outcome): Progress {
  const nextN = progress.nextN + 1;
  const nextDay = occurrenceOf(recurring, nextN) ?? null;
  const failures = outcome === 'paid' ? 0 : progress.failures + (outcome === 'failed' ? 1 : 0);
  const event = nextDay === null ? 'finish' : failures >= settings.failures ? 'giveUp' : undefined;
  const moved = event && move(SCHEDULE, { state: progress.state, event, by: 'dueWork' });
  return {
    state: moved?.kind === 'changed' ? moved.to : progress.state,
    nextN,
    nextDay,
    dueAt: nextDay === null ? null : dueAtOf(nextDay, days, settings.firstTry),
    tries: 0,
    failures,
  };
}
