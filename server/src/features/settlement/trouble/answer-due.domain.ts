import { type BankingCalendar, nextBankingDay } from '../../../platform/banking-days/banking-days.domain.ts';
import { PROGRAMME_ZONE } from '../../../platform/programme-zone.domain.ts';

/**
 * Time by which the bank answers a file: a time of day in Melbourne, on the banking day after it was sent.
 *
 * @param answersBy `12:00`
 * @param sentAtMs milliseconds since 1970
 */
export function answerDueAt(calendar: BankingCalendar, answersBy: string, sentAtMs: number): number {
  const sent = Temporal.Instant.fromEpochMilliseconds(sentAtMs).toZonedDateTimeISO(PROGRAMME_ZONE);
  const day = Temporal.PlainDate.from(nextBankingDay(calendar, sent.toPlainDate().toString()));
  return day.toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime: answersBy }).epochMilliseconds;
}
