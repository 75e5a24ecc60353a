import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';

type Funds = {
  readonly balance: Cents;
  readonly held: Cents;
  readonly has_open_return: boolean;
  readonly has_pending_topup: boolean;
};

/** Whether a purchase is held, or an earlier return or an automatic top-up is in flight. */
export function isPending({ held, has_open_return, has_pending_topup }: Funds): boolean {
  return held > 0n || has_open_return || has_pending_topup;
}

/** Refuses a return while money is in flight, and of an empty balance. */
export function refuseReturn(funds: Funds): Refusal<'card_problem' | 'insufficient_funds'> | undefined {
  if (isPending(funds)) return err('card_problem', 'SourceAccountNumber');
  return funds.balance > 0n ? undefined : err('insufficient_funds', 'SourceAccountNumber');
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
export function refuseAsked({
  funds,
  mayReturn,
  isHeld,
}: Asked): Refusal<'card_problem' | 'insufficient_funds'> | undefined {
  if (!mayReturn || isHeld) return err('card_problem', 'SourceAccountNumber');
  return funds && refuseReturn(funds);
}
