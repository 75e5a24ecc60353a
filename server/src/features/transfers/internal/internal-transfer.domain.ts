import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PayingCard } from '../paying-account.ts';

/** Data that decides a transfer besides balances. Read without a lock, because no payment changes it. */
export type Payer = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Daily limit that the account chose; null: the product's default. */
  readonly chosenLimit: Cents | null;
  /** Name of its holder, shown to the payee; null: no holder yet. */
  readonly name: string | null;
  /** Usable cards of the caller on the account. */
  readonly cards: readonly PayingCard[];
};

export type Payee = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly holderId: bigint;
  /** Maximum balances of its cards. Empty: the account cannot be paid. */
  readonly maxBalances: readonly Cents[];
};

export type TransferRefusal =
  | 'required_field'
  | 'invalid_card_details'
  | 'card_problem'
  | 'insufficient_funds'
  | 'outside_load_limits'
  | 'payee_blocked'
  | 'payee_reported'
  | 'daily_limit_reached'
  | 'dates_invalid'
  | 'proof_needed'
  | 'not_found';

/** Whether the payer may pay the payee, and the maximum balance of the payee. */
export function judgeSides(
  payer: Payer | undefined,
  payee: Payee | undefined,
): Result<{ payer: Payer; payee: Payee; ceiling: Cents }, 'invalid_card_details' | 'card_problem' | 'required_field'> {
  if (!payer) return err('invalid_card_details', 'MemberNumber');
  if (!payer.cards.some(({ methods }) => methods.has('internal'))) return err('card_problem', 'MemberNumber');
  const [first, ...others] = payee?.maxBalances ?? [];
  if (!payee || first === undefined) return err('required_field', 'DestinationAccountNumber');
  if (payee.ledgerAccountId === payer.ledgerAccountId) return err('required_field', 'DestinationAccountNumber');
  return ok({ payer, payee, ceiling: others.reduce((most, max) => (max > most ? max : most), first) });
}
