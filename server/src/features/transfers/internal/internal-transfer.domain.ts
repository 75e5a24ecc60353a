import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Cents } from '../../../platform/money.ts';

/** What decides about a transfer besides money. Read without a lock: no payment changes it. */
export type Payer = {
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** What the account chose as its daily limit; null: the product's default. */
  readonly chosenLimit: Cents | null;
  /** Of its holder, for who is paid; null: nobody's yet. */
  readonly name: string | null;
  /** For each of the caller's cards on the account that works: may its product transfer, how much a day, and how much without a proof or a hold. */
  readonly cards: readonly {
    readonly mayTransfer: boolean;
    /** On a later day or regularly. */
    readonly maySchedule: boolean;
    readonly dailyLimit: Cents | null;
    readonly stepUpAmount: Cents | null;
    readonly scamHoldAmount: Cents | null;
  }[];
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
  if (!payer.cards.some(({ mayTransfer }) => mayTransfer)) return err('card_problem', 'MemberNumber');
  const [first, ...others] = payee?.maxBalances ?? [];
  if (!payee || first === undefined) return err('required_field', 'DestinationAccountNumber');
  if (payee.ledgerAccountId === payer.ledgerAccountId) return err('required_field', 'DestinationAccountNumber');
  return ok({ payer, payee, ceiling: others.reduce((most, max) => (max > most ? max : most), first) });
}

/**
 * What an account may pay in a day: what it chose, else the most that one of the cards that may transfer allows;
 * null: no limit.
 */
export function dailyLimitOf(payer: Payer): Cents | null {
  if (payer.chosenLimit !== null) return payer.chosenLimit;
  const limits = payer.cards.flatMap(({ mayTransfer, dailyLimit }) => (mayTransfer ? [dailyLimit] : []));
  return limits.reduce((most, limit) => (most === null || limit === null ? null : limit > most ? limit : most), 0n);
}
