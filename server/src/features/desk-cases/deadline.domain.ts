import { addBankingDays, type BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';

const DAY_MS = 86_400_000;

/** ePayments Code of 2 June 2022, chapter E: the other bank is asked within 5 business days of the report, … */
const ASK_WITHIN = 5;
/**
 * … and the payer gets the outcome in writing within 30 business days of the report
 * (docs/areas/returned-and-mistaken-payments.md, "When a mistaken payment is due").
 */
const TELL_WITHIN = 30;
/** A report of a scam is a complaint: RG 271. Refunds above their purchase are settled with the scheme as soon. */
const CASE_DAYS = 30;
/** A person whom no message reaches gets no code and no notice, so they are called or written to within a week. */
const REACH_WITHIN = 5;

/** Last day for the next step about a payment to the wrong account that was reported on a day. */
export function mistakenDue(calendar: BankingCalendar, reportedOn: string, state: 'Asked' | 'Requested'): string {
  return addBankingDays(calendar, reportedOn, state === 'Asked' ? ASK_WITHIN : TELL_WITHIN);
}

/** Last day for the end of a report of a scam, or of a refund above its purchase. */
export function caseDue(openedOn: string): string {
  return Temporal.PlainDate.from(openedOn).add({ days: CASE_DAYS }).toString();
}

/** Last business day for reaching a person in another way, whom no message has reached since a day. */
export function unreachedDue(calendar: BankingCalendar, since: string): string {
  return addBankingDays(calendar, since, REACH_WITHIN);
}

/** Days until a day; below zero it is over. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
}
