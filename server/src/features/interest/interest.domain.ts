const DAYS_A_YEAR = 365n;
/** Basis points of a basis point: percent with two decimals are whole numbers of these. */
const BASIS_POINTS = 10_000n;
const PERCENT = 100n;

export type Earning = {
  /** 310 for 3.10% a year. */
  readonly basisPoints: bigint;
  /** Cents on which interest is paid at most. */
  readonly upTo: bigint;
};

/**
 * Interest of a month in cents: the closing balance of each day times the rate over 365, in a leap year too, exact
 * and rounded down once. A balance below zero earns nothing.
 */
export function interestOf(closings: readonly bigint[], { basisPoints, upTo }: Earning): bigint {
  const paidOn = (closing: bigint) => (closing < 0n ? 0n : closing < upTo ? closing : upTo);
  const accrued = closings.reduce((sum, closing) => sum + paidOn(closing) * basisPoints, 0n);
  return accrued / (BASIS_POINTS * DAYS_A_YEAR);
}

/** What an account's holder has said about tax. */
export type TaxStanding = 'told' | 'nonResident' | 'untold';

export type Withholding = {
  /** Of those who gave neither a tax file number nor an exemption. */
  readonly percent: number;
  readonly nonResidentPercent: number;
  /** Cents of a month's interest below which nothing is withheld of the former. */
  readonly freeBelow: number;
  /** Cents are dropped. */
  readonly inWholeDollars: boolean;
};

/** Tax that is withheld of a month's interest, in cents. */
export function taxOf(interest: bigint, standing: TaxStanding, rules: Withholding): bigint {
  if (standing === 'told') return 0n;
  if (standing === 'untold' && interest < BigInt(rules.freeBelow)) return 0n;
  const percent = BigInt(standing === 'untold' ? rules.percent : rules.nonResidentPercent);
  const tax = (interest * percent) / PERCENT;
  return rules.inWholeDollars ? tax - (tax % 100n) : tax;
}

/** A month that has ended by its first day: `2026-11-01` is November. */
export function monthBefore(firstOfMonth: string): { readonly firstDay: string; readonly days: readonly string[] } {
  const next = Temporal.PlainDate.from(firstOfMonth);
  const first = next.subtract({ months: 1 });
  const days = Array.from({ length: first.daysInMonth }, (_, index) => first.add({ days: index }).toString());
  return { firstDay: first.toString(), days };
}
