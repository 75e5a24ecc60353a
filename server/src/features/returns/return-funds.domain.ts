import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';

type Funds = {
  readonly balance: Cents;
  readonly held: Cents;
  readonly has_open_return: boolean;
  readonly has_pending_topup: boolean;
};

/** Whether something is still to come: a purchase that is held, an earlier return, an automatic top-up. */
export function isPending({ held, has_open_return, has_pending_topup }: Funds): boolean {
  return held > 0n || has_open_return || has_pending_topup;
}

/** Refuses a return while something is to come, and of nothing. */
export function refuseReturn(funds: Funds): Refusal<'card_problem' | 'insufficient_funds'> | undefined {
  if (isPending(funds)) return err('card_problem', 'SourceAccountNumber');
  return funds.balance > 0n ? undefined : err('insufficient_funds', 'SourceAccountNumber');
}

type Asked = {
  /** Undefined: of a return that was held, whose money is its payer's own already. */
  readonly funds: Funds | undefined;
  /** A card of the account may return funds. */
  readonly mayReturn: boolean;
  /** For a day after the password was reset. */
  readonly isHeld: boolean;
};

/** Why the funds of an account do not go back now, before its payer says where to: for the call and its status alike. */
export function refuseAsked({
  funds,
  mayReturn,
  isHeld,
}: Asked): Refusal<'card_problem' | 'insufficient_funds'> | undefined {
  if (!mayReturn || isHeld) return err('card_problem', 'SourceAccountNumber');
  return funds && refuseReturn(funds);
}
