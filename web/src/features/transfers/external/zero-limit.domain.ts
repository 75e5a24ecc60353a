/** Dollars of the limits of an account; null: no limit. */
type Limits = {
  readonly CurrentDailyPaymentLimit: number | null;
  readonly HousingPaymentLimitAvailable: number | null;
  readonly OtherExpenseLimitAvailable: number | null;
};

/** A limit of this many dollars or less counts as none left. */
const NOTHING = 1;

/**
 * Whether nothing can be sent to other banks: the daily limit, or what is left of every category that has a limit, is
 * 1.00 or less. Payments to the own institution have none and do not count.
 */
export function isExternalClosed(limits: Limits): boolean {
  const {
    CurrentDailyPaymentLimit: day,
    HousingPaymentLimitAvailable: housing,
    OtherExpenseLimitAvailable: other,
  } = limits;
  const left = [housing, other].filter((dollars) => dollars !== null);
  return (day !== null && day <= NOTHING) || (left.length > 0 && left.every((dollars) => dollars <= NOTHING));
}
