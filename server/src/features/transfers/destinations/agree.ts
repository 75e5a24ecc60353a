import type { ProofContent } from '@wattle/contract/access/step-up/step-up.ts';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import type { Cents } from '../../../platform/money.ts';
import { spendingProof } from '../../access/public.ts';
import type { Count, Effect, Person, Receipt, Within } from '../../payments/public.ts';
import { notePaid } from './paid-destination.store.ts';
import type { Standing } from './standing.ts';

type Payment = {
  readonly person: Person;
  readonly standing: Standing;
  /** Cents to one destination within 24 hours that need no proof, for each card that may pay; null: none is asked. */
  readonly stepUpAmounts: readonly (Cents | null)[];
  readonly amount: Cents;
  /** The day in Melbourne. */
  readonly today: string;
  /** What the payer agrees to. */
  readonly content: ProofContent;
  /** A schedule is made, or a payee is saved or changed. */
  readonly isChange: boolean;
  /** An account of the payer's own. */
  readonly isOwn?: boolean;
  /** The wire's name of the account that pays. */
  readonly field: string;
};

type Agreed = {
  readonly effects: readonly Effect<'proof_needed'>[];
  readonly counts: readonly Count<'proof_needed'>[];
  readonly note: (within: Within, receipt: Receipt) => void;
};

/**
 * Whether a payment needs a proof that its payer is there: to a destination that they have never paid, with a change
 * of payees or schedules, and above the product's amount within 24 hours. One that was scheduled was agreed to then.
 */
export function agree(payment: Payment): Result<Agreed, 'card_problem'> {
  const { person, standing, amount, today, content, isChange, isOwn = false, field } = payment;
  const { destination, isPaid, recent, isHeld } = standing;
  const owner = callerOf(person);
  const note = ({ tx, tenantId }: Within, { at }: Receipt) =>
    notePaid(tx, tenantId, { owner, destination, at, cents: amount });
  if (isOwn || person.isScheduled) return ok({ effects: [], counts: [], note });
  if (isHeld && !isPaid) return err('card_problem', field);
  const most = least(payment.stepUpAmounts);
  if (most === null) return ok({ effects: [], counts: [], note });
  const isAsked = isChange || !isPaid || recent + amount > most;
  const count: Count<'proof_needed'> = {
    // Under the lock of the account, so that payments that come together do not each count as the first.
    counter: `unproved:${destination}`,
    of: 'from',
    since: today,
    cents: amount,
    limit: isAsked ? null : most,
    refusal: err('proof_needed'),
  };
  return ok({
    effects: isAsked ? [spendingProof(person, { purpose: 'payment', content })] : [],
    counts: [count],
    note,
  });
}

function least(amounts: readonly (Cents | null)[]): Cents | null {
  return amounts.reduce((few, amount) => (amount === null || (few !== null && few < amount) ? few : amount), null);
}
