/** Cents. */
type Amount = bigint;

const WHOLE = 10_000n;

/** Fee in basis points for the cents of a foreign purchase, half a cent rounded up. */
function feeOf(cents: Amount, points: bigint): Amount {
  return cents > 0n ? (cents * points + WHOLE / 2n) / WHOLE : 0n;
}

/** Cleared amount of a foreign purchase, less refunds, and its fee. */
export type ForeignParts = {
  readonly cents: Amount;
  readonly fee: Amount;
  /** Basis points; null: nothing was charged or refunded yet. */
  readonly points: number | null;
};

/**
 * Additional fee for `cents`; below zero for a refund. The fee is computed from the sum, so the parts of a purchase
 * cost together as much as the whole, and a full refund returns the full fee.
 */
export function foreignFeeOf(parts: ForeignParts, cents: Amount, points: number): Amount {
  const change = feeOf(parts.cents + cents, BigInt(points)) - parts.fee;
  return change > 0n === cents > 0n ? change : 0n;
}

/** Fee held for the part of a purchase that is not cleared yet. */
export function heldFeeOf(cleared: Amount, held: Amount, points: number | null): Amount {
  const all = BigInt(points ?? 0);
  return feeOf(cleared + held, all) - feeOf(cleared, all);
}

export const NO_PARTS: ForeignParts = { cents: 0n, fee: 0n, points: null };
