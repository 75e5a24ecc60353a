import type { ActivationStep } from '@wattle/contract/activation/activation.ts';
import { err, type ErrorName, ok, type Refusal, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Session } from '../../http/handle.ts';
import { dayAt, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type InnerStatus, statusIn, WAITS_FOR_ACTIVATION } from '../card-facts/public.ts';
import { NO_DIGITS } from '../cards/public.ts';
import { factsOf, isPrimary } from './activation-facts.ts';
import { activationSteps, refuseStep } from './activation-order.domain.ts';
import { type ActivationRow, findActivation, lockActivation } from './activation.store.ts';

type Where = { readonly tx: Tx; readonly session: Session; readonly ctx: Pick<AppContext, 'clocks'> };

/** The current activation of a session, for reading. */
export function currentActivation({ tx, session, ctx }: Where): Promise<ActivationRow | undefined> {
  return findActivation(tx, session, dayAt(ctx.clocks.business.now()));
}

/** Reason why a card cannot be activated: it is active, blocked, replaced, expired or being made. Null if it waits. */
export function refuseStatus(
  card: { readonly status: InnerStatus; readonly expiry: string; readonly last4: string },
  nowMs: number,
): 'card_activated_already' | 'card_problem' | null {
  const status = statusIn(monthAt(nowMs), card);
  if (WAITS_FOR_ACTIVATION.includes(status)) return card.last4 === NO_DIGITS ? 'card_problem' : null;
  return status === 'Active' || status === 'ActiveOff' ? 'card_activated_already' : 'card_problem';
}

/**
 * Reason why a card cannot be upgraded by a set-up: it is not in use, belongs to a nominee, is not upgradeable, or was
 * requested already.
 */
function refuseUpgrade(row: ActivationRow, nowMs: number): 'card_problem' | null {
  const isOffered = row.is_upgradeable && !row.is_upgrade_requested && isPrimary(row);
  return isOffered && statusIn(monthAt(nowMs), row) === 'Active' ? null : 'card_problem';
}

/** Reason why no step is possible for the card of an activation or upgrade that has not ended. */
export function refuseCard(row: ActivationRow, nowMs: number): 'card_activated_already' | 'card_problem' | null {
  if (row.activated) return 'card_activated_already';
  if (row.purpose === 'upgrade') return refuseUpgrade(row, nowMs);
  return row.waits_for_desk ? 'card_problem' : refuseStatus(row, nowMs);
}

/**
 * The activation of a session, locked, if the step may be carried out now. Of several steps the one that this
 * activation has is used. A refusal that the operation does not declare becomes the general one.
 */
export async function admitStep<E extends ErrorName>(
  { tx, session, ctx }: Where,
  operation: { readonly errors: readonly E[] },
  ...steps: readonly [ActivationStep, ...ActivationStep[]]
): Promise<Result<ActivationRow, E>> {
  const now = ctx.clocks.business.now();
  const row = await lockActivation(tx, session, dayAt(now));
  if (!row) return refuse(operation, 'not_found');
  const facts = factsOf(row);
  const own = activationSteps(facts).map(({ step }) => step);
  const refusal = refuseCard(row, now) ?? refuseStep(facts, steps.find((step) => own.includes(step)) ?? steps[0]);
  return refusal ? refuse(operation, refusal) : ok(row);
}

function refuse<E extends ErrorName>({ errors }: { readonly errors: readonly E[] }, name: ErrorName): Refusal<E> {
  return err(errors.find((declared) => declared === name) ?? (GENERAL as E));
}
const GENERAL: ErrorName = 'required_field';

/** The activation after a step has changed it. */
export async function changedActivation(where: Where): Promise<ActivationRow> {
  const row = await currentActivation(where);
  if (!row) throw new Error('an activation that was just changed is gone');
  return row;
}
