import { addBankingDays, type BankingCalendar } from '../../../platform/time/banking-days/banking-days.domain.ts';

/** Obligation of the other bank for a recall. */
export type MistakenRule = 'tenDays' | 'sevenMonths' | 'consent';

const MONTHS = 7;
/** ePayments Code of 2 June 2022, chapter E: the other bank says within 5 business days that it has the request. */
const ACKNOWLEDGED_WITHIN = 5;
/**
 * Business days within which the other bank returns the money. A request within ten business days: 5 where possible, up
 * to 10. A request within seven months: 10 for the investigation, 10 in which the recipient may object, and 2 for the
 * return. A later request depends on the recipient's consent and has no last day.
 */
const BACK_WITHIN: Readonly<Record<MistakenRule, number | undefined>> = {
  tenDays: 10,
  sevenMonths: 10 + 10 + 2,
  consent: undefined,
};

/**
 * Last days on which the other bank confirms a request and returns the money. `back` is empty when the rule sets no
 * last day.
 */
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
