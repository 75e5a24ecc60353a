/** Money is integer cents as bigint everywhere inside; dollars as a JSON number only on the wire. */
export type Cents = bigint;

export const CURRENCY = 'AUD';

const CENTS_IN_DOLLAR = 100;

export const least = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** Cents as the wire's dollars. Exact: the largest balance is far below 2^53 cents. */
export function toDollars(cents: Cents): number {
  const safe = Number(cents);
  if (!Number.isSafeInteger(safe)) throw new RangeError('amount is beyond what the wire can carry');
  return safe / CENTS_IN_DOLLAR;
}

/** The wire's dollars, at most 2 decimals, as cents. Exact below 2^53 cents. */
export function toCents(dollars: number): Cents {
  const cents = Math.round(dollars * CENTS_IN_DOLLAR);
  if (!Number.isSafeInteger(cents)) throw new RangeError('amount is beyond what the wire can carry');
  return BigInt(cents);
}

/** Cents in the format for staff: `-12.34`. */
export function dollarsOf(cents: Cents): string {
  const size = cents < 0n ? -cents : cents;
  const hundred = BigInt(CENTS_IN_DOLLAR);
  return `${cents < 0n ? '-' : ''}${size / hundred}.${String(size % hundred).padStart(2, '0')}`;
}
