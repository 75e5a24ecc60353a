import type { Cents } from '../../platform/money.ts';

/** The highest of some bounds in cents; null stands for none. */
export function highest(bounds: readonly (number | null)[]): Cents | null {
  return bounds.includes(null) ? null : BigInt(Math.max(0, ...bounds.map((bound) => bound ?? 0)));
}
