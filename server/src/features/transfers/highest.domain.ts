import type { Cents } from '../../platform/money.ts';

/** Highest of the limits in cents; null means none. */
export function highest(bounds: readonly (number | null)[]): Cents | null {
  return bounds.includes(null) ? null : BigInt(Math.max(0, ...bounds.map((bound) => bound ?? 0)));
}
