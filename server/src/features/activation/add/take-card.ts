import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { dayAt, monthAt } from '../../../platform/time/clock.ts';
import { statusIn } from '../../card-facts/public.ts';
import { activateRow } from '../activate-row.ts';
import { factsOf } from '../activation-facts.ts';
import { nextStep } from '../activation-order.domain.ts';
import { type ActivationRow, beginActivation, lockActivationOfCard, saveLogin } from '../activation.store.ts';
import { refuseStatus } from '../admit-step.ts';
import { refuseLogin } from '../link-login.ts';
import type { CardToAdd } from './card-to-add.store.ts';
import type { Where } from './prove-code.ts';

export type TakeError =
  | 'card_problem'
  | 'card_activated_already'
  | 'card_not_of_login'
  | 'card_linked'
  | 'card_linked_elsewhere'
  | 'identity_not_verified';

/** A card whose code was right: in use and to be linked, or to be activated for the login. */
export type Taken = { readonly kind: 'inUse' } | { readonly kind: 'waiting'; readonly row: ActivationRow };

/**
 * Reason why a card cannot be added to the caller's login, or how it is added. A card that waits for its activation is
 * activated for this login from then on, and its other steps (terms, the electronic verification) are those of any
 * activation.
 */
export async function takeCard(where: Where, card: CardToAdd): Promise<Result<Taken, TakeError>> {
  const { session, tx, ctx } = where;
  const { webAccountId, holderId, tenantId, brandId } = session;
  if (webAccountId === null || holderId === null) throw new Error('a card is added to a login alone');
  const now = ctx.clocks.business.now();
  const status = statusIn(monthAt(now), card);
  const refusal = refuseStatus(card, now);
  if (refusal === 'card_activated_already') {
    if (card.holder_login_id !== null) return err('card_linked');
    if (card.is_reloadable) return err(refusal);
    // The programme has issued it to another person.
    if (card.holder_id !== null && card.holder_id !== holderId) return err('card_not_of_login');
    return card.primary_holder_id === null || card.primary_holder_id === holderId
      ? ok({ kind: 'inUse' })
      : err('card_linked_elsewhere');
  }
  if (refusal !== null || (status !== 'NotIssued' && status !== 'Ordered')) return err('card_problem');
  const { holder_login_id: login, primary_holder_id: primary } = card;
  if (login !== null && login !== webAccountId) return err('card_not_of_login');
  if (login === null && primary !== null && primary !== (card.holder_id ?? holderId))
    return err('card_linked_elsewhere');
  await beginActivation(tx, { tenantId, brandId, cardId: card.id, nowMs: ctx.clocks.security.now() });
  const row = await lockActivationOfCard(tx, tenantId, card.id, dayAt(now));
  if (!row) throw new Error('an activation that was just begun is gone');
  const refused = refuseLogin(row, { holderId, webAccountId });
  if (refused !== null && refused !== 'required_field') return err(refused);
  const facts = factsOf(row);
  const next = nextStep(facts);
  // Its holder has to be proved first, which creates that holder's own login.
  if (next === 'identityVerify' || next === 'identityAuth') return err('identity_not_verified');
  // Its terms are accepted within this session.
  if (refused !== null && facts.product.needsLogin && next !== 'terms') return err('card_not_of_login');
  await saveLogin(tx, row, webAccountId, ctx.clocks.security.now());
  const taken = await lockActivationOfCard(tx, tenantId, card.id, dayAt(now));
  if (!taken) throw new Error('an activation that was just begun is gone');
  return ok({ kind: 'waiting', row: taken });
}

/** Activates a card for the login that has taken it. */
export async function activateTaken(where: Where, row: ActivationRow, pin: string | undefined) {
  const activated = await activateRow(where, row, pin);
  if (activated.ok) return activated;
  const { error, field } = activated;
  if (error === 'email_taken' || error === 'card_linked_elsewhere') {
    throw new Error('a card that a login has taken needs no other one');
  }
  return err(error, field);
}

/** Answer to a right code. */
export function provedAnswer(card: CardToAdd, taken: Taken) {
  const next = taken.kind === 'waiting' ? nextStep(factsOf(taken.row)) : null;
  return { IsSuccessful: true as const, CardNumberSuffix: card.last4, NextStep: next };
}
