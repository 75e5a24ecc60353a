import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { move } from '../../platform/state-table.domain.ts';
import { addDefaultAlerts } from '../alerts/public.ts';
import { CARD_STATUS, openNumber, statusIn } from '../card-facts/public.ts';
import { supersedePredecessor } from '../cards/public.ts';
import { withdrawMessages } from '../messages/public.ts';
import { actorOf } from './actor.ts';
import { endActivation, saveActiveCard, savePrimaryHolder } from './activate-card.store.ts';
import { demandsOf, factsOf, isPrimary } from './activation-facts.ts';
import { type OutOfTurn, refuseStep } from './activation-order.domain.ts';
import type { ActivationRow } from './activation.store.ts';
import { giveCardToPerson, type Person } from './give-card-to-person.ts';

const PVV_KEY_INDEX = 1;

type Where = {
  readonly session: Session;
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
};
type Refused = Extract<ErrorName, OutOfTurn | 'card_problem' | 'email_taken'>;

type Activated = Pick<Person, 'webAccountId' | 'newContacts'>;

/** Activates a locked card with all entered details, if nothing prevents it. Returns its login, if it has one. */
export async function activateRow(
  { session, tx, ctx, request }: Where,
  row: ActivationRow,
  pin: string | undefined,
): Promise<Result<Activated, Refused>> {
  const now = ctx.clocks.business.now();
  const { needsPin } = demandsOf(row);
  const refusal = refuseStep(factsOf(row), needsPin ? 'pin' : 'confirm');
  if (refusal !== null) return err(refusal);
  const birthDate = row.entity?.UnparsedDateOfBirth ?? row.holder_date_of_birth;
  if (needsPin && (pin === undefined || !isPinChoosable(pin, birthDate))) return err('required_field', 'pin');

  const state = statusIn(monthAt(now), row);
  const by = session.scope === 'verifyactivation' ? 'cardOnly' : 'webAccount';
  const moved = move(CARD_STATUS, { state, event: 'activate', by });
  if (moved.kind !== 'changed' || row.waits_for_desk) return err('card_problem');

  const person = await giveCardToPerson(tx, ctx, row, now);
  if (!person.ok) return person;
  const { holderId, webAccountId, newContacts } = person.value;
  if (holderId !== null && isPrimary(row)) await savePrimaryHolder(tx, row, holderId);
  const pan = openNumber(ctx.secrets, row.card_id, row);
  const pvv =
    needsPin && pin !== undefined && pan !== null
      ? { value: ctx.secrets.pvv(pan, PVV_KEY_INDEX, pin), keyIndex: PVV_KEY_INDEX }
      : null;
  // The replaced card is no longer the default one.
  await supersedePredecessor(tx, session.tenantId, row.card_id);
  await saveActiveCard(tx, row, { status: moved.to, holderId, pin: pvv });
  if (webAccountId !== null && holderId !== null) {
    await addDefaultAlerts(tx, { tenantId: session.tenantId, holderId, memberAccountId: row.member_account_id });
  }
  await endActivation(tx, row, webAccountId, ctx.clocks.security.now());
  // A code that has not been sent yet opens nothing any more.
  await withdrawMessages(tx, ctx, session.tenantId, `activation-code:${row.card_id}:`);
  ctx.live.publishChanged(tx, session.tenantId, row.member_account_id);
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: actorOf(session),
    action: 'card.activated',
    object: `card:${row.card_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { login: row.web_account_id !== null ? 'existing' : webAccountId === null ? 'none' : 'new' },
  });
  return ok({ webAccountId, newContacts });
}
