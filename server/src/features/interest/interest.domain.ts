const DAYS_A_YEAR = 365n;
/** Basis points of a basis point: percent with two decimals are whole numbers of these. */
const BASIS_POINTS = 10_000n;
const PERCENT = 100n;

/** Interest terms of an account. */
export type Terms = {
  /** Null: no card of it pays interest. */
  readonly productId: number | null;
  /** 310 for 3.10% a year. */
  readonly basisPoints: number;
  /** Cents on which interest is paid at most. */
  readonly upTo: bigint;
};

/**
 * Interest of a month in cents: the closing balance of each day times the rate of that day over 365, in a leap year
 * too, exact and rounded down once. A balance below zero earns nothing. `terms`: of each of the days.
 */
export function interestOf(closings: readonly bigint[], terms: readonly Terms[]): bigint {
  let accrued = 0n;
  for (const [day, closing] of closings.entries()) {
    const { basisPoints, upTo } = terms[day] ?? { basisPoints: 0, upTo: 0n };
    const paidOn = closing < 0n ? 0n : closing < upTo ? closing : upTo;
    accrued += paidOn * BigInt(basisPoints);
  }
  return accrued / (BASIS_POINTS * DAYS_A_YEAR);
}

const NONE: Terms = { productId: null, basisPoints: 0, upTo: 0n };

/**
 * Interest terms of an account on each of some days: those last noted by then. Nothing was noted before `since`, so
 * earlier days count as that day. `history`: the oldest first.
 */
export function termsOn(
  days: readonly string[],
  history: readonly (Terms & { readonly beginsOn: string })[],
  since: string,
): Terms[] {
  return days.map((day) => {
    const known = day < since ? since : day;
    return history.findLast(({ beginsOn }) => beginsOn <= known) ?? NONE;
  });
}

/** Tax status of an account's holder. */
export type TaxStanding = 'told' | 'nonResident' | 'untold';

export type Withholding = {
  /** Rate for those who gave neither a tax file number nor an exemption. */
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

/** Days from a first one to the day before another. */
export function daysFrom(first: string, end: string): readonly string[] {
  const from = Temporal.PlainDate.from(first);
  return Array.from({ length: from.until(end).days }, (_, index) => from.add({ days: index }).toString());
}
