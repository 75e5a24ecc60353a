import { calendarDay } from '@wattle/contract/rules/calendar-day.ts';
import {
  addBankingDays,
  type BankingCalendar,
  isBankingDay,
  nextBankingDay,
} from '../../platform/time/banking-days/banking-days.domain.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { COMPLAINT_RULES } from './complaint-rules.domain.ts';

/**
 * The latest moment for the first reply: the same time of the next business day, in the zone of the programme. That is
 * 24 hours later, or one business day where the day after is not one.
 */
export function acknowledgeBy(calendar: BankingCalendar, openedMs: number): number {
  const opened = Temporal.Instant.fromEpochMilliseconds(openedMs).toZonedDateTimeISO(PROGRAMME_ZONE);
  const day = Temporal.PlainDate.from(nextBankingDay(calendar, opened.toPlainDate().toString()));
  return day.toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime: opened.toPlainTime() }).epochMilliseconds;
}

/** The last day for the answer: the 30th day, or the last business day before it. */
export function answerBy(calendar: BankingCalendar, openedMs: number): string {
  const day = Temporal.PlainDate.from(calendarDay(openedMs, PROGRAMME_ZONE))
    .add({ days: COMPLAINT_RULES.answerDays })
    .toString();
  return isBankingDay(calendar, day) ? day : addBankingDays(calendar, day, -1);
}

/** Whether a complaint that is solved at a moment needs no written answer. */
export function isSolvedEarly(calendar: BankingCalendar, openedMs: number, nowMs: number): boolean {
  return (
    calendarDay(nowMs, PROGRAMME_ZONE) <=
    addBankingDays(calendar, calendarDay(openedMs, PROGRAMME_ZONE), COMPLAINT_RULES.solvedWithin)
  );
}
