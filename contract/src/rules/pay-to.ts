/** An agreement permits half as much again as one top-up, in whole steps of this many cents. */
const STEP_CENTS = 50_00;

/**
 * Dollars that the agreement of an automatic top-up permits on a day: room for a larger amount later, and a bound on
 * what a stolen card could bring from the bank account.
 */
export function mostADay(amount: number, maximumLoad: number): number {
  const cents = Math.round(amount * 100);
  const stepped = Math.ceil((cents * 1.5) / STEP_CENTS) * STEP_CENTS;
  return Math.max(cents, Math.min(stepped, Math.round(maximumLoad * 100))) / 100;
}

/** Numbers of accounts that agreements can name. Others take direct debits alone. */
export const PAY_TO_ACCOUNT = /^\d{4,9}$/;
