import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';

type Funds = {
  readonly balance: Cents;
  readonly held: Cents;
  readonly aside: Cents;
  readonly has_open_return: boolean;
  readonly has_pending_topup: boolean;
};

/** Whether a purchase is held, or an earlier return or an automatic top-up is in flight. */
export function isPending({ held, has_open_return, has_pending_topup }: Funds): boolean {
  return held > 0n || has_open_return || has_pending_topup;
}

type Refused = Refusal<'card_problem' | 'insufficient_funds' | 'kept_aside'>;

/** Refuses a return while money is in flight, of an empty balance, and of money that is kept aside. */
export function refuseReturn(funds: Funds): Refused | undefined {
  if (isPending(funds)) return err('card_problem', 'SourceAccountNumber');
  if (funds.balance <= 0n) return err('insufficient_funds', 'SourceAccountNumber');
  return funds.aside > 0n ? err('kept_aside', 'SourceAccountNumber') : undefined;
}

type Asked = {
  /** Undefined: a held return, whose money is reserved already. */
  readonly funds: Funds | undefined;
  /** A card of the account may return funds. */
  readonly mayReturn: boolean;
  /** True within a day after a password reset. */
  readonly isHeld: boolean;
};

/** Refusal of a return before its destination is known, for both the call and its status. */
export function refuseAsked({ funds, mayReturn, isHeld }: Asked): Refused | undefined {
  if (!mayReturn || isHeld) return err('card_problem', 'SourceAccountNumber');
  return funds && refuseReturn(funds);
}
