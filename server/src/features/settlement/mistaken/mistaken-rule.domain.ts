/** Duty of the other bank for a recall. */
export type MistakenRule = 'tenDays' | 'sevenMonths' | 'consent';

const MONTHS = 7;

/**
 * By when it is asked for: within ten banking days, within seven months, or later, when nothing comes back without
 * the recipient's consent. Days are dates in Melbourne.
 */
export function mistakenRule(
  { paidOn, tenDaysEnd }: { readonly paidOn: string; readonly tenDaysEnd: string },
  today: string,
): MistakenRule {
  if (today <= tenDaysEnd) return 'tenDays';
  const end = Temporal.PlainDate.from(paidOn).add({ months: MONTHS }).toString();
  return today <= end ? 'sevenMonths' : 'consent';
}
