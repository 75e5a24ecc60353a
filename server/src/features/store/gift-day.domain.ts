import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';

/** The last day on which a gift that is bought today can be given. Days are `yyyy-MM-dd`. */
export function lastGiftDay(today: string, monthsAhead: number): string {
  return Temporal.PlainDate.from(today).add({ months: monthsAhead }).toString();
}

/** Whether a gift can be given on a day: after today, and not too far ahead. */
export function isGiftDay(day: string, today: string, monthsAhead: number): boolean {
  return day > today && day <= lastGiftDay(today, monthsAhead);
}

/** The moment of a Melbourne day at which a gift is given, in milliseconds. */
export function giftMoment(day: string, hour: number): number {
  const plainTime = Temporal.PlainTime.from({ hour });
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime }).epochMilliseconds;
}
