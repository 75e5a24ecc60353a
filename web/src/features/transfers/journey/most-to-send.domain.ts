import type { Payer } from './transfer.domain.ts';

/** Bounds of the amount of a payment, in cents; null: no limit, or not known yet. */
export type AmountBounds = Pick<Payer, 'availableCents' | 'leftTodayCents' | 'dayLimitCents'> & {
  /** Amount left this month for the purpose. */
  readonly leftForPurposeCents: number | null;
  /** The most that the payee takes in one payment. */
  readonly payeeMostCents: number | null;
  /** Amount that can still be added to the receiving account. */
  readonly roomCents: number | null;
};

/** The largest amount that can be sent. A later payment is bounded by what a day allows, and not by today. */
export function mostCents(bounds: AmountBounds, isNow: boolean): number {
  const { availableCents, leftTodayCents, dayLimitCents, leftForPurposeCents, payeeMostCents, roomCents } = bounds;
  const today = isNow ? [leftTodayCents, leftForPurposeCents, roomCents] : [];
  const known = [dayLimitCents, payeeMostCents, ...today].filter((cents) => cents !== null);
  return Math.max(0, Math.min(availableCents, ...known));
}
