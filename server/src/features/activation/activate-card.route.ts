import { activateCard } from '@wattle/contract/activation/activate-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { readLogin } from './activate-card.store.ts';
import { activateRow } from './activate-row.ts';
import { type ActivationRow, lockActivation } from './activation.store.ts';
import { admitStep } from './admit-step.ts';

/** What an activation is answered, however often it is sent. */
async function answerOf(tx: Tx, row: ActivationRow, webAccountId: bigint | null) {
  const login = webAccountId === null ? undefined : await readLogin(tx, row.tenant_id, webAccountId);
  return { IsSuccessful: true as const, CardNumberSuffix: row.last4, LoginName: login?.username ?? null };
}

export const activateCardRoute = handle(activateCard, async (input) => {
  const { body, session, tx, ctx } = input;
  // Its card is locked by the first of several, and the others find it activated.
  const before = await lockActivation(tx, session, dayAt(ctx.clocks.business.now()));
  if (before?.purpose === 'upgrade') return err('card_activated_already');
  if (before?.activated) return ok(await answerOf(tx, before, before.web_account_id));
  const admitted = await admitStep(input, activateCard, 'pin', 'confirm');
  if (!admitted.ok) return admitted;
  const activated = await activateRow(input, admitted.value, body.pin);
  return activated.ok ? ok(await answerOf(tx, admitted.value, activated.value)) : activated;
});
