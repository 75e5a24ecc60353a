import { activateCard } from '@wattle/contract/activation/activate-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { readLogin } from './activate-card.store.ts';
import { activateRow } from './activate-row.ts';
import { type ActivationRow, lockActivation } from './activation.store.ts';
import { admitStep } from './admit-step.ts';
import type { Person } from './give-card-to-person.ts';
import { askCodes, codesFor } from './new-contacts.ts';

/** What an activation is answered, however often it is sent. */
async function answerOf(tx: Tx, row: ActivationRow, webAccountId: bigint | null) {
  const login = webAccountId === null ? undefined : await readLogin(tx, row.tenant_id, webAccountId);
  return { IsSuccessful: true as const, CardNumberSuffix: row.last4, LoginName: login?.username ?? null };
}

type Done = Pick<Person, 'webAccountId' | 'newContacts'> & { readonly row: ActivationRow };

/** The card is activated in the first transaction; the codes of new contacts are sent in the second. */
export const activateCardRoute = handleOutside(activateCard, {
  async admit(input) {
    const { body, session, tx, ctx } = input;
    // Its card is locked by the first of several, and the others find it activated.
    const row = await lockActivation(tx, session, dayAt(ctx.clocks.business.now()));
    if (row?.purpose === 'upgrade') return err('card_activated_already');
    if (row?.activated) return ok<Done>({ row, webAccountId: row.web_account_id, newContacts: [] });
    const admitted = await admitStep(input, activateCard, 'pin', 'confirm');
    if (!admitted.ok) return admitted;
    const activated = await activateRow(input, admitted.value, body.pin);
    return activated.ok ? ok<Done>({ ...activated.value, row: admitted.value }) : activated;
  },
  outside: ({ ctx, intent }) => codesFor(ctx, intent.newContacts),
  async settle({ tx, ctx, session, intent: { row, webAccountId, newContacts }, known }) {
    if (webAccountId !== null) await askCodes(tx, ctx, { ...session, webAccountId }, newContacts, known);
    return ok(await answerOf(tx, row, webAccountId));
  },
  settlesAlways: true,
});
