import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { SAVINGS_GOALS_MAXIMUM } from '@wattle/contract/rules/savings-goals.ts';
import { leftToSpend } from '../../ledger/aside.domain.ts';
import type { Cents } from '../../platform/money.ts';

export type Goal = { readonly id: string; readonly name: string; readonly cents: Cents };

/** Goals of an account, the oldest first, and its cents that no hold keeps. */
export type Kept = { readonly goals: readonly Goal[]; readonly available: Cents };

export function sumOf(goals: readonly Goal[]): Cents {
  return goals.reduce((sum, { cents }) => sum + cents, 0n);
}

/** The goals with one added or changed. More than what is left to spend is not kept aside. */
export function withGoal(
  { goals, available }: Kept,
  goal: Goal,
  isNew: boolean,
): Result<readonly Goal[], 'card_problem' | 'insufficient_funds' | 'not_found'> {
  const before = goals.find(({ id }) => id === goal.id);
  if (!isNew && !before) return err('not_found', 'Id');
  if (isNew && goals.length >= SAVINGS_GOALS_MAXIMUM) return err('card_problem');
  const after = before ? goals.map((one) => (one.id === goal.id ? goal : one)) : [...goals, goal];
  const isMore = goal.cents > (before?.cents ?? 0n);
  return isMore && sumOf(after) > available ? err('insufficient_funds', 'Amount') : ok(after);
}

/** The goals after `cents` were taken, from the goal that was added last first. */
export function taken(goals: readonly Goal[], cents: Cents): readonly Goal[] {
  let missing = cents;
  return goals
    .toReversed()
    .map((goal) => {
      const part = missing < goal.cents ? missing : goal.cents;
      missing -= part;
      return { ...goal, cents: goal.cents - part };
    })
    .toReversed();
}

/** The goals that leave `wanted` cents to spend. */
export function released({ goals, available }: Kept, wanted: Cents): Result<readonly Goal[], 'insufficient_funds'> {
  if (wanted > available) return err('insufficient_funds', 'AmountLeft');
  const over = sumOf(goals) - (available - wanted);
  return ok(over > 0n ? taken(goals, over) : goals);
}

/** Cents that are kept aside: fewer than the goals add up to where a forced debit has used some. */
export function keptAside({ goals, available }: Kept): Cents {
  return available > 0n ? available - leftToSpend(available, sumOf(goals)) : 0n;
}
