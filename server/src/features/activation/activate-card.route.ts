import { activateCard } from '@wattle/contract/activation/activate-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { dayAt, monthAt } from '../../platform/clock.ts';
import { CARD_STATUS, statusIn, supersedePredecessor } from '../cards/public.ts';
import type { Tx } from '../../platform/database.ts';
import { move } from '../../platform/state-table.domain.ts';
import { actorOf } from './actor.ts';
import { endActivation, readLogin, saveActiveCard, savePrimaryHolder } from './activate-card.store.ts';
import { demandsOf, isPrimary } from './activation-facts.ts';
import { type ActivationRow, lockActivation } from './activation.store.ts';
import { admitStep } from './admit-step.ts';
import { giveCardToPerson } from './give-card-to-person.ts';

const PVV_KEY_INDEX = 1;

/** What an activation is answered, however often it is sent. */
async function answerOf(tx: Tx, row: ActivationRow, webAccountId: bigint | null) {
  const login = webAccountId === null ? undefined : await readLogin(tx, row.tenant_id, webAccountId);
  return { IsSuccessful: true as const, CardNumberSuffix: row.last4, LoginName: login?.username ?? null };
}

export const activateCardRoute = handle(activateCard, async (input) => {
  const { body, session, tx, ctx, request } = input;
  const now = ctx.clocks.business.now();
  // Its card is locked by the first of several, and the others find it activated.
  const before = await lockActivation(tx, session, dayAt(now));
  if (before?.activated) return ok(await answerOf(tx, before, before.web_account_id));
  const admitted = await admitStep(input, activateCard, 'pin', 'confirm');
  if (!admitted.ok) return admitted;
  const row = admitted.value;
  const { needsPin } = demandsOf(row);
  const birthDate = row.entity?.UnparsedDateOfBirth ?? row.holder_date_of_birth;
  if (needsPin && (body.pin === undefined || !isPinChoosable(body.pin, birthDate))) return err('required_field', 'pin');

  const state = statusIn(monthAt(now), row);
  const by = session.scope === 'verifyactivation' ? 'cardOnly' : 'webAccount';
  const moved = move(CARD_STATUS, { state, event: 'activate', by });
  if (moved.kind !== 'changed') return err('card_problem');

  const person = await giveCardToPerson(tx, ctx, row, now);
  if (!person.ok) return person;
  const { holderId, webAccountId } = person.value;
  if (holderId !== null && isPrimary(row)) await savePrimaryHolder(tx, row, holderId);
  const pan = ctx.secrets.decrypt(row.pan_cipher, row.pan_key_version, 'pan', row.card_id);
  const pin =
    needsPin && body.pin !== undefined
      ? { value: ctx.secrets.pvv(pan, PVV_KEY_INDEX, body.pin), keyIndex: PVV_KEY_INDEX }
      : null;
  await saveActiveCard(tx, row, { status: moved.to, holderId, pin });
  await supersedePredecessor(tx, session.tenantId, row.card_id);
  await endActivation(tx, row, webAccountId, ctx.clocks.security.now());
  ctx.live.tellChanged(tx, session.tenantId, row.member_account_id);
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: actorOf(session),
    action: 'card.activated',
    object: `card:${row.card_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { login: row.web_account_id !== null ? 'existing' : webAccountId === null ? 'none' : 'new' },
  });
  return ok(await answerOf(tx, row, webAccountId));
});
