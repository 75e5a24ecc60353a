/** Cents. */
type Amount = bigint;

const WHOLE = 10_000n;

/** The fee of cents that a foreign purchase has taken, in basis points, half a cent rounded up. */
function feeOf(cents: Amount, points: bigint): Amount {
  return cents > 0n ? (cents * points + WHOLE / 2n) / WHOLE : 0n;
}

/** Cleared amount of a foreign purchase, less refunds, and its fee. */
export type ForeignParts = {
  readonly cents: Amount;
  readonly fee: Amount;
  /** Basis points; null: nothing was taken or given back yet. */
  readonly points: number | null;
};

/**
 * Fee of `cents` more; below zero: the part that cents that are given back bring back of the fee. The fee stands for
 * the sum, so parts of a purchase cost together what the whole does, and all of it given back gives all of the fee back.
 */
export function foreignFeeOf(parts: ForeignParts, cents: Amount, points: number): Amount {
  const change = feeOf(parts.cents + cents, BigInt(points)) - parts.fee;
  return change > 0n === cents > 0n ? change : 0n;
}

/** Fee held for the part of a purchase that is still to be cleared. */
export function heldFeeOf(cleared: Amount, held: Amount, points: number | null): Amount {
  const all = BigInt(points ?? 0);
  return feeOf(cleared + held, all) - feeOf(cleared, all);
}

export const NO_PARTS: ForeignParts = { cents: 0n, fee: 0n, points: null };
