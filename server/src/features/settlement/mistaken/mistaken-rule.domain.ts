/** Obligation of the other bank for a recall. */
export type MistakenRule = 'tenDays' | 'sevenMonths' | 'consent';

const MONTHS = 7;

/**
 * Rule by the time of the request: within ten banking days, within seven months, or later, when the recipient must
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
