import type { Cents } from '../platform/money.ts';
import { LARGEST_AMOUNT, LARGEST_BALANCE } from './ledger.ts';
import type { LedgerRefusal } from './ledger.ts';

/** The state of a locked account that decides what may be posted to it. */
export type Balances = {
  readonly balance: Cents;
  readonly held: Cents;
  readonly floor: Cents | null;
};

const POINTS_IN_WHOLE = 10_000n;

/** Why an amount cannot be moved or held at all, or undefined. */
export function refuseAmount(amount: Cents): LedgerRefusal | undefined {
  if (amount <= 0n) return 'amount_not_positive';
  if (amount > LARGEST_AMOUNT) return 'amount_too_large';
  return undefined;
}

/** Why an account cannot be left as `after` says, or undefined. */
function refuseBalances(after: Balances, forced: boolean): LedgerRefusal | undefined {
  if (after.balance > LARGEST_BALANCE || after.balance < -LARGEST_BALANCE) return 'amount_too_large';
  if (after.held > LARGEST_BALANCE) return 'amount_too_large';
  if (!forced && after.floor !== null && after.balance - after.held < after.floor) return 'insufficient_funds';
  return undefined;
}

/** Why `amount` cannot leave the account while `letGo` cents of its holds are released, or undefined. */
export function refuseDebit(
  account: Balances,
  amount: Cents,
  letGo: Cents,
  forced: boolean,
): LedgerRefusal | undefined {
  return refuseBalances({ ...account, balance: account.balance - amount, held: account.held - letGo }, forced);
}

/** Why `amount` cannot be added to the account, or undefined. A credit never breaks a floor. */
export function refuseCredit(
  account: Balances & { readonly credited: Cents },
  amount: Cents,
  ceiling: Cents | undefined,
  forced: boolean,
): LedgerRefusal | undefined {
  const after = account.balance + amount;
  if (!forced && ceiling !== undefined && after > ceiling) return 'above_ceiling';
  if (account.credited + amount > LARGEST_BALANCE) return 'amount_too_large';
  return refuseBalances({ ...account, balance: after, floor: null }, forced);
}

/** Why `amount` cannot be held, or undefined. */
export function refuseHold(account: Balances, amount: Cents, forced: boolean): LedgerRefusal | undefined {
  return refuseBalances({ ...account, held: account.held + amount }, forced);
}

/** The largest capture of a hold that needs no funds beyond it. Fractions of a cent are dropped. */
export function largestTolerated(hold: {
  readonly keep: Cents;
  readonly tolerance: Cents;
  readonly tolerancePoints: number;
}): Cents {
  return hold.keep + hold.tolerance + (hold.keep * BigInt(hold.tolerancePoints)) / POINTS_IN_WHOLE;
}
