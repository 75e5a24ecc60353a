import { leftForPurchases, neededAside } from '../../ledger/aside.domain.ts';
import type { Command, LedgerAccountId, LedgerResult, OpenedLedger, PlacedHold } from '../../ledger/ledger.ts';
import type { Cents } from '../../platform/money.ts';

type Opened = Pick<OpenedLedger<Command>, 'available' | 'aside' | 'takeAside'>;

/** Cents of an opened account that purchases may use: all, or those that its holder does not keep aside from them. */
export function availableFor(opened: Opened, account: LedgerAccountId): Cents {
  return leftForPurchases(opened.available(account) ?? 0n, opened.aside(account));
}

/** Whether an amount would be there if its holder did not keep money aside from purchases. */
export function isKeptAside(
  opened: Opened,
  { account, amount }: { readonly account: LedgerAccountId; readonly amount: Cents },
): boolean {
  return opened.aside(account).isFirm && amount <= (opened.available(account) ?? 0n);
}

type Asked = { readonly account: LedgerAccountId; readonly amount: Cents; readonly isForced: boolean };

/**
 * Holds money for a purchase. One that needs what the account keeps aside takes it, or is declined as for funds where
 * the holder chose so. A forced one ignores it.
 */
export function holdBesideAside(
  opened: Opened,
  { account, amount, isForced }: Asked,
  hold: () => LedgerResult<PlacedHold>,
): LedgerResult<PlacedHold> {
  const { cents, isFirm } = opened.aside(account);
  if (isForced || cents === 0n) return hold();
  if (isFirm && amount > availableFor(opened, account)) return { ok: false, refusal: 'insufficient_funds' };
  const needed = neededAside(opened.available(account) ?? 0n, cents, amount);
  const result = hold();
  if (result.ok && needed > 0n) opened.takeAside(account, needed);
  return result;
}
