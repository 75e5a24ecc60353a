import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PayingCard } from '../paying-account.ts';

/** Data that decides a transfer besides balances. Read without a lock, because no payment changes it. */
export type Payer = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Its holder; null: none yet. */
  readonly holderId: bigint | null;
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
  /** True: one of its cards is or was in use. */
  readonly isActivated: boolean;
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
  | 'payees_locked'
  | 'payee_not_activated'
  | 'daily_limit_reached'
  | 'dates_invalid'
  | 'proof_needed'
  | 'not_found';

/** Whether the payer may pay by transfer. */
export function judgePayer(payer: Payer | undefined): Result<Payer, 'invalid_card_details' | 'card_problem'> {
  if (!payer) return err('invalid_card_details', 'MemberNumber');
  const may = payer.cards.some(({ methods }) => methods.has('internal'));
  return may ? ok(payer) : err('card_problem', 'MemberNumber');
}

/** Whether the payee can be paid by this payer, and its maximum balance. */
export function judgePayee(
  payer: Payer,
  payee: Payee | undefined,
): Result<{ payee: Payee; ceiling: Cents }, 'required_field' | 'payee_not_activated'> {
  const [first, ...others] = payee?.maxBalances ?? [];
  if (!payee || first === undefined) return err('required_field', 'DestinationAccountNumber');
  if (payee.ledgerAccountId === payer.ledgerAccountId) return err('required_field', 'DestinationAccountNumber');
  if (!payee.isActivated) return err('payee_not_activated', 'DestinationAccountNumber');
  return ok({ payee, ceiling: others.reduce((most, max) => (max > most ? max : most), first) });
}
