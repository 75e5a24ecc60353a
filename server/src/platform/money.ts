/** Money is integer cents as bigint everywhere inside; dollars as a JSON number only on the wire. */
export type Cents = bigint;

export const CURRENCY = 'AUD';

const CENTS_IN_DOLLAR = 100;

/** Cents as the wire's dollars. Exact: the largest balance is far below 2^53 cents. */
export function toDollars(cents: Cents): number {
  const safe = Number(cents);
  if (!Number.isSafeInteger(safe)) throw new RangeError('amount is beyond what the wire can carry');
  return safe / CENTS_IN_DOLLAR;
}

/**
 * Dollars of the wire as cents, or undefined when the number has more than 2 decimals. The number's
 * own shortest text decides, so that 0.29 is 29 cents and 0.285 is refused, not rounded.
 */
export function toCents(dollars: number): Cents | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars));
  if (!match) return undefined;
  const cents = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] === '-' ? -cents : cents;
}
