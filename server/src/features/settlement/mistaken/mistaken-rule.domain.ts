import { addBankingDays, type BankingCalendar } from '../../../platform/time/banking-days/banking-days.domain.ts';

/** Obligation of the other bank for a recall. */
export type MistakenRule = 'tenDays' | 'sevenMonths' | 'consent';

const MONTHS = 7;
/** ePayments Code of 2 June 2022, chapter E: the other bank says within 5 business days that it has the request. */
const ACKNOWLEDGED_WITHIN = 5;
/**
 * Reported within ten business days: sent back within 5 where that can be done, and 10 at most. Until seven months:
 * looked into for 10, kept for its holder to object for 10 more, and sent back within 2. Later the other bank asks its
 * holder, and no day is said.
 */
const BACK_WITHIN: Readonly<Record<MistakenRule, number | undefined>> = {
  tenDays: 10,
  sevenMonths: 10 + 10 + 2,
  consent: undefined,
};

/** Last days for what the other bank owes once it was asked on a day; `back` empty: none is said. */
export function otherBankDue(
  calendar: BankingCalendar,
  requestedOn: string,
  rule: MistakenRule,
): { readonly acknowledged: string; readonly back: string } {
  const within = BACK_WITHIN[rule];
  return {
    acknowledged: addBankingDays(calendar, requestedOn, ACKNOWLEDGED_WITHIN),
    back: within === undefined ? '' : addBankingDays(calendar, requestedOn, within),
  };
}

/**
 * Rule by the time of the request: within ten business days, within seven months, or later, when the recipient must
 * consent. Days are Melbourne dates.
 */
export function mistakenRule(
  { paidOn, tenDaysEnd }: { readonly paidOn: string; readonly tenDaysEnd: string },
  today: string,
): MistakenRule {
  if (today <= tenDaysEnd) return 'tenDays';
  const end = Temporal.PlainDate.from(paidOn).add({ months: MONTHS }).toString();
  return today <= end ? 'sevenMonths' : 'consent';
}
