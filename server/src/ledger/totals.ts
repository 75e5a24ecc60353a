import type { Cents } from '../platform/money.ts';

/** Totals of an account in a period. */
export type Totals = {
  /** Balance before the period, and at its end. */
  readonly opening: Cents;
  readonly closing: Cents;
  /** Sum of the credits, and of the debits; both at or above zero. */
  readonly credited: Cents;
  readonly debited: Cents;
  /** Its entries are those with a Sequence above `after` and up to `upTo`. */
  readonly after: bigint;
  readonly upTo: bigint;
};
