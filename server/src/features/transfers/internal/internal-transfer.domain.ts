import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PayingCard } from '../paying-account.ts';

/** Facts that decide about a transfer besides money. Read without a lock: no payment changes them. */
export type Payer = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Daily limit that the account chose; null: the product's default. */
  readonly chosenLimit: Cents | null;
  /** Name of its holder, for the payee; null: there is none yet. */
  readonly name: string | null;
  /** The caller's cards on the account that work. */
  readonly cards: readonly PayingCard[];
};

export type Payee = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  readonly holderId: bigint;
  /** Maximum balance of each of its cards. None: nothing can be paid there. */
  readonly maxBalances: readonly Cents[];
};

export type TransferRefusal =
  | 'required_field'
  | 'invalid_card_details'
  | 'card_problem'
  | 'insufficient_funds'
  | 'outside_load_limits'
  | 'payee_blocked'
  | 'daily_limit_reached'
  | 'dates_invalid'
  | 'proof_needed'
  | 'not_found';

/** Whether one side may pay the other, and the balance that the payee may have at most. */
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
