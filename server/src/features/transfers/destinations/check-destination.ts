import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { makerOf } from '../../../http/caller.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  type Count,
  type Effect,
  type Person,
  type Receipt,
  unprovedSum,
  type Writing,
} from '../../payments/public.ts';
import { usingProof } from './using-proof.ts';
import { recordDestinations } from './paid-destination.store.ts';
import { readNewSums, type DestinationHistory, type NewSums } from './destination-history.ts';

type Payment = Omit<Holdable, 'cards'> & {
  /**
   * Amounts for each card that may pay, in cents: to one destination within 24 hours without proof, and to new
   * destinations without a hold; null: no proof or hold applies.
   */
  readonly cards: readonly { readonly stepUpAmount: Cents | null; readonly scamHoldAmount: Cents | null }[];
  /** The day in Melbourne. */
  readonly today: string;
  /** Content that the payer agrees to. */
  readonly content: ProofContent;
  /** True: a schedule is made, or a payee is saved or changed. */
  readonly isChange: boolean;
  /** True: an account of the payer's own. */
  readonly isOwn?: boolean;
  /** Request fields of the paying account, and of the number that is paid. */
  readonly field: string;
  readonly payeeField: string;
};

/** Data that decides whether a payment is held. */
type Holdable = {
  readonly person: Person;
  readonly history: DestinationHistory;
  /** Amount to new destinations without a hold for each card that may pay, in cents; null: nothing is held. */
  readonly cards: readonly { readonly scamHoldAmount: Cents | null }[];
  readonly amount: Cents;
  /** Purpose of a payment to another bank. */
  readonly purpose?: number;
};

type HoldDecision = {
  /** End of the hold, in business time. */
  readonly holdUntil?: number;
  readonly effects: readonly Effect<'proof_needed'>[];
};

type DestinationChecks = HoldDecision & {
  readonly counts: readonly Count<'proof_needed'>[];
  readonly note: (writing: Writing, receipt: Receipt) => void;
};

/**
 * Whether a payment needs proof of identity: to a new destination, with a change of payees or schedules, or above the
 * amount of the product within 24 hours. For a scheduled payment it was given when the schedule was made.
 */
export function checkDestination(payment: Payment): Result<DestinationChecks, 'card_problem' | 'payee_reported'> {
  const { person, history, amount, today, content, isChange, isOwn = false, field, payeeField } = payment;
  const { destination, isPaid, recent, isHeld, isBlocked } = history;
  if (isBlocked) return err('payee_reported', payeeField);
  const note = recordingDestination(payment);
  if (isOwn) return ok({ effects: [], counts: [], note });
  const held = decideHold(payment);
  if (person.isScheduled) return ok({ counts: [], note, ...held });
  if (isHeld && !isPaid) return err('card_problem', field);
  const most = lowest(payment.cards.map(({ stepUpAmount }) => stepUpAmount));
  if (most === null) return ok({ counts: [], note, ...held });
  const isAsked = isChange || !isPaid || recent + amount > most;
  const count: Count<'proof_needed'> = {
    // Checked under the lock of the account, so that concurrent payments are added up.
    ...unprovedSum(destination, today),
    of: 'from',
    cents: amount,
    limit: isAsked ? null : most,
    refusal: err('proof_needed'),
  };
  const proof = isAsked ? [usingProof(person, { purpose: 'payment', content })] : [];
  return ok({ ...held, counts: [count], note, effects: [...proof, ...held.effects] });
}

/** Records the destination of a payment. That of a held payment is recorded when it is made. */
export function recordingDestination({ person, history, amount, purpose }: Holdable): DestinationChecks['note'] {
  const { destination } = history;
  const owner = makerOf(person);
  return ({ add }, { at, heldUntil }) => {
    if (owner === null || person.holdId !== undefined) return;
    const paid = { owner, destination, at, cents: amount, purpose: purpose ?? null, isHeld: heldUntil !== null };
    add(recordDestinations, paid);
  };
}

/**
 * Whether a payment or a schedule to a new destination is held: what its payer orders within a day counts together. A
 * young schedule is decided again when it pays, by what has left without a hold.
 */
export function decideHold({ person, history, amount, cards }: Holdable): HoldDecision {
  const { holdId, holdsUntil, isScheduled, isYoungUntil } = person;
  if (holdId !== undefined) return { effects: [] };
  if (holdsUntil !== undefined) return { holdUntil: holdsUntil, effects: [] };
  const until = isScheduled ? isYoungUntil : history.holdsUntil;
  const most = lowest(cards.map(({ scamHoldAmount }) => scamHoldAmount));
  if (until === undefined || history.isKnown || most === null) return { effects: [] };
  const counted = isScheduled ? 'unheld' : 'ordered';
  if (history.recentNew[counted] + amount > most) return { holdUntil: until, effects: [] };
  return { effects: [addingToNew(makerOf(person) ?? '', counted, amount, most)] };
}

/** Decides the sum again under the lock of its payer. Asked again, the payment finds the higher sum and is held. */
function addingToNew(owner: string, counted: keyof NewSums, amount: Cents, most: Cents): Effect<'proof_needed'> {
  const effect: Effect<'proof_needed', NewSums> = {
    lock: `newDestinations:${owner}`,
    read: (within) => readNewSums(within, owner),
    decide(sums) {
      if (sums[counted] + amount > most) return err('proof_needed');
      return ok({ state: { ...sums, [counted]: sums[counted] + amount } });
    },
  };
  return effect;
}

function lowest(amounts: readonly (Cents | null)[]): Cents | null {
  return amounts.reduce((few, amount) => (amount === null || (few !== null && few < amount) ? few : amount), null);
}
