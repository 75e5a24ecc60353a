import type { Cents } from '../platform/money.ts';

/** Money that the primary holder of an account keeps aside on it. No posting: the balance is the same. */
export type Aside = {
  readonly cents: Cents;
  /** True: a purchase that needs it is declined. False: it takes what it needs. */
  readonly isFirm: boolean;
};

/**
 * Cents of an account that may be used without what is kept aside. A forced debit may have used some of that, so it is
 * never more than what is available.
 */
export function leftToSpend(available: Cents, aside: Cents): Cents {
  if (available <= 0n) return available;
  return available > aside ? available - aside : 0n;
}

/** Cents of an account that a purchase may use. */
export function leftForPurchases(available: Cents, { cents, isFirm }: Aside): Cents {
  return isFirm ? leftToSpend(available, cents) : available;
}

/** Cents that `amount` needs of what is kept aside; 0: none. What is missing altogether is not counted. */
export function neededAside(available: Cents, aside: Cents, amount: Cents): Cents {
  const left = leftToSpend(available, aside);
  const needed = amount - (left > 0n ? left : 0n);
  if (needed <= 0n) return 0n;
  return needed < aside ? needed : aside;
}
