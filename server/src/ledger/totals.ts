import type { Cents } from '../platform/money.ts';
import type { AccountKind, LedgerAccountId } from './account-kind.ts';

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

export type AccountTotals = Totals & { readonly id: LedgerAccountId; readonly kind: AccountKind };

export type TotalsWanted = {
  /** Milliseconds: entries of this moment and before `toMs`. */
  readonly fromMs: number;
  readonly toMs: number;
  /** True: the programme's own accounts alone, which are few. */
  readonly isOwn: boolean;
  /** Accounts with a greater id, in the order of their ids, and how many. */
  readonly after: LedgerAccountId;
  readonly most: number;
};
