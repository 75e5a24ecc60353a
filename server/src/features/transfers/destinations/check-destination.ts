import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  type Count,
  type Effect,
  type Person,
  type Receipt,
  unheldSum,
  unprovedSum,
  type Writing,
} from '../../payments/public.ts';
import { usingProof } from './using-proof.ts';
import { recordDestinations } from './paid-destination.store.ts';
import { payerOf, type DestinationHistory } from './destination-history.ts';

type Payment = Omit<Holdable, 'cards'> & {
  /**
   * Amounts for each card that may pay, in cents: to one destination within 24 hours without proof, and to new
   * destinations without a hold; null: no proof or hold applies.
   */
  readonly cards: readonly { readonly stepUpAmount: Cents | null; readonly scamHoldAmount: Cents | null }[];
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
  /** The day in Melbourne. */
  readonly today: string;
  /** Purpose of a payment to another bank. */
  readonly purpose?: number;
};

type HoldDecision = {
  /** End of the hold, in business time. */
  readonly holdUntil?: number;
  readonly counts: readonly Count<'proof_needed'>[];
};

type DestinationChecks = HoldDecision & {
  readonly effects: readonly Effect<'proof_needed'>[];
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
  const { counts: unheld, ...held } = decideHold(payment);
  if (person.isScheduled) return ok({ effects: [], counts: [], note, ...held });
  if (isHeld && !isPaid) return err('card_problem', field);
  const most = lowest(payment.cards.map(({ stepUpAmount }) => stepUpAmount));
  if (most === null) return ok({ effects: [], counts: unheld, note, ...held });
  const isAsked = isChange || !isPaid || recent + amount > most;
  const count: Count<'proof_needed'> = {
    // Checked under the lock of the account, so that concurrent payments are added up.
    ...unprovedSum(destination, today),
    of: 'from',
    cents: amount,
    limit: isAsked ? null : most,
    refusal: err('proof_needed'),
  };
  return ok({
    effects: isAsked ? [usingProof(person, { purpose: 'payment', content })] : [],
    counts: [count, ...unheld],
    note,
    ...held,
  });
}

/** Records the destination of a payment. That of a held payment is recorded when it is made. */
export function recordingDestination({ person, history, amount, purpose }: Holdable): DestinationChecks['note'] {
  const { destination } = history;
  const owner = payerOf(person);
  return ({ add }, { at }) => {
    if (owner === null || person.holdId !== undefined) return;
    add(recordDestinations, { owner, destination, at, cents: amount, purpose: purpose ?? null });
  };
}

/** Whether a payment to a new destination is held, and the sum that prevents splitting it into smaller ones. */
export function decideHold(payment: Holdable): HoldDecision {
  const held = holdUntilOf(payment);
  return { ...held, counts: unheldCounts(payment, held.holdUntil) };
}

/** Checked under the lock of the account, so that concurrent payments to new destinations are added up. */
function unheldCounts({ person, history, amount, cards, today }: Holdable, holdUntil: number | undefined) {
  const limit = lowest(cards.map(({ scamHoldAmount }) => scamHoldAmount));
  if (person.isScheduled || history.isKnown || holdUntil !== undefined || limit === null) return [];
  // The retry finds the higher sum and is held.
  const refusal = err('proof_needed' as const);
  return [{ ...unheldSum(callerOf(person), today), of: 'from' as const, cents: amount, limit, refusal }];
}

/** Hold for payments to new destinations that exceed the amount of the product together. */
function holdUntilOf({ person, history, amount, cards }: Holdable): { readonly holdUntil?: number } {
  if (person.holdId !== undefined) return {};
  // A scheduled payment was decided when it was made.
  if (person.isScheduled) return person.holdsUntil === undefined ? {} : { holdUntil: person.holdsUntil };
  const most = lowest(cards.map(({ scamHoldAmount }) => scamHoldAmount));
  const isNew = !history.isKnown && most !== null && history.recentNew + amount > most;
  return isNew ? { holdUntil: history.holdsUntil } : {};
}

function lowest(amounts: readonly (Cents | null)[]): Cents | null {
  return amounts.reduce((few, amount) => (amount === null || (few !== null && few < amount) ? few : amount), null);
}
