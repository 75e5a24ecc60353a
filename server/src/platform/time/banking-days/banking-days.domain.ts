import { PROGRAMME_ZONE } from '../programme-zone.domain.ts';

/** The holidays on which no bank settles, and the period they cover. Days are dates in Melbourne, `2026-11-20`. */
export type BankingCalendar = {
  /** First and last day that it covers. */
  readonly from: string;
  readonly to: string;
  /** Days that are public holidays in both New South Wales and Victoria. */
  readonly holidays: ReadonlySet<string>;
};

const SATURDAY = 6;

/**
 * Whether direct entry and BPAY settle on a day: not a weekend and not a holiday in both New South Wales and
 * Victoria. A holiday in only one of them is a business day, because banks are open in the other.
 *
 * @throws RangeError for a day that the calendar does not cover
 */
export function isBankingDay(calendar: BankingCalendar, day: string): boolean {
  if (day < calendar.from || day > calendar.to) {
    throw new RangeError(`holidays are known from ${calendar.from} to ${calendar.to}, not for ${day}`);
  }
  return Temporal.PlainDate.from(day).dayOfWeek < SATURDAY && !calendar.holidays.has(day);
}

/**
 * The `count`-th business day after a day, or before it where `count` is negative; the day itself is never counted,
 * whether or not it is one.
 */
export function addBankingDays(calendar: BankingCalendar, day: string, count: number): string {
  const step = { days: Math.sign(count) };
  let date = Temporal.PlainDate.from(day);
  for (let left = Math.abs(count); left > 0; ) {
    date = date.add(step);
    if (isBankingDay(calendar, date.toString())) left -= 1;
  }
  return date.toString();
}

/** The first business day after a day. */
export function nextBankingDay(calendar: BankingCalendar, day: string): string {
  return addBankingDays(calendar, day, 1);
}

/** The day itself if it is a business day, otherwise the next business day. */
export function bankingDayFrom(calendar: BankingCalendar, day: string): string {
  return isBankingDay(calendar, day) ? day : nextBankingDay(calendar, day);
}

/**
 * The value date of a payment made at an instant: the same day if it is a business day and before the cut-off,
 * otherwise the next business day.
 *
 * @param cutOff time of day in Melbourne, `16:00`; exclusive
 * @param atMs milliseconds since 1970
 */
export function valueDate(calendar: BankingCalendar, cutOff: string, atMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(PROGRAMME_ZONE);
  const day = local.toPlainDate().toString();
  const isInTime = Temporal.PlainTime.compare(local.toPlainTime(), Temporal.PlainTime.from(cutOff)) < 0;
  return isInTime ? bankingDayFrom(calendar, day) : nextBankingDay(calendar, day);
}
