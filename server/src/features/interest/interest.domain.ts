const DAYS_A_YEAR = 365n;
/** Basis points of a whole: percentages with two decimals are integers in basis points. */
const BASIS_POINTS = 10_000n;
const PERCENT = 100n;

/** Interest terms of an account. */
export type Terms = {
  /** Null: none of its cards pays interest. */
  readonly productId: number | null;
  /** 310 for 3.10% per year. */
  readonly basisPoints: number;
  /** Maximum balance in cents that earns interest. */
  readonly upTo: bigint;
};

/**
 * Interest of a month in cents: the closing balance of each day times its rate over 365, also in a leap year, exact and
 * rounded down once. A negative balance earns nothing. `terms`: one for each day.
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
 * Interest terms on each of the days: those last recorded by then. Days before `since`, the start of the records, count
 * as that day. `history`: oldest first.
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
export type TaxFileState = 'quoted' | 'nonResident' | 'notQuoted';

export type Withholding = {
  /** Rate for holders who gave neither a tax file number nor an exemption. */
  readonly percent: number;
  readonly nonResidentPercent: number;
  /** Monthly interest in cents below which nothing is withheld from them. */
  readonly freeBelow: number;
  /** True: cents are dropped. */
  readonly inWholeDollars: boolean;
};

/** Tax withheld from a month's interest, in cents. */
export function taxOf(interest: bigint, taxFileState: TaxFileState, rules: Withholding): bigint {
  if (taxFileState === 'quoted') return 0n;
  if (taxFileState === 'notQuoted' && interest < BigInt(rules.freeBelow)) return 0n;
  const percent = BigInt(taxFileState === 'notQuoted' ? rules.percent : rules.nonResidentPercent);
  const tax = (interest * percent) / PERCENT;
  return rules.inWholeDollars ? tax - (tax % 100n) : tax;
}

/** Month before a first of the month: `2026-12-01` gives November. */
export function monthBefore(firstOfMonth: string): { readonly firstDay: string; readonly days: readonly string[] } {
  const next = Temporal.PlainDate.from(firstOfMonth);
  const first = next.subtract({ months: 1 });
  const days = Array.from({ length: first.daysInMonth }, (_, index) => first.add({ days: index }).toString());
  return { firstDay: first.toString(), days };
}

/** Days from the first to the day before the end. */
export function daysFrom(first: string, end: string): readonly string[] {
  const from = Temporal.PlainDate.from(first);
  return Array.from({ length: from.until(end).days }, (_, index) => from.add({ days: index }).toString());
}
