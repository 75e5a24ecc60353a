import { signupAndUpgrade } from '@wattle/contract/cards/upgrade.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { handleOutside } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { upgradeRequest } from '../../cards/public.ts';
import { readLogin } from '../activate-card.store.ts';
import { type ActivationRow, lockActivation } from '../activation.store.ts';
import { actorOf } from '../actor.ts';
import { admitStep } from '../admit-step.ts';
import { askCodes, codesFor } from '../new-contacts.ts';
import { giveUpgradingCard, type NewOwner } from './give-upgrading-card.ts';
import { readFunds } from './upgrade.store.ts';

type Made = { readonly row: ActivationRow; readonly owner: NewOwner; readonly loginName: string };

/** Makes the login first, in one transaction, and then the request with its fee, under the only key of this sign-up. */
export const signupAndUpgradeRoute = handleOutside(signupAndUpgrade, {
  async admit(input) {
    const { body, session, tx, ctx, request } = input;
    const made = async (row: ActivationRow, webAccountId: bigint, newContacts: NewOwner['newContacts']) => {
      const login = await readLogin(tx, row.tenant_id, webAccountId);
      if (!login) throw new Error('a login that was just made is gone');
      const owner = { holderId: login.holder_id, webAccountId, newContacts };
      return ok<Made>({ row, owner, loginName: login.username });
    };
    // The first of several calls makes the login, and the others find it.
    const before = await lockActivation(tx, session, dayAt(ctx.clocks.business.now()));
    if (before?.purpose === 'upgrade' && before.activated && before.web_account_id !== null) {
      return made(before, before.web_account_id, []);
    }
    const admitted = await admitStep(input, signupAndUpgrade, 'pin');
    if (!admitted.ok) return admitted;
    const row = admitted.value;
    if (row.purpose !== 'upgrade') return err('required_field');
    if (!isPinChoosable(body.pin, row.entity?.UnparsedDateOfBirth ?? row.holder_date_of_birth)) {
      return err('required_field', 'pin');
    }
    const { available, fee } = await readFunds(tx, row);
    if (available < fee) return err('fee_not_covered');
    const given = await giveUpgradingCard({ tx, ctx, request, actor: actorOf(session), pin: body.pin }, row);
    return given.ok ? made(row, given.value.webAccountId, given.value.newContacts) : given;
  },
  async outside({ ctx, request, session, intent: { row, owner } }) {
    const { webAccountId, holderId, newContacts } = owner;
    const codes = await codesFor(ctx, newContacts);
    const requested = await ctx.payments.submit({
      tenantId: session.tenantId,
      kind: upgradeRequest,
      key: `upgrade-sign-up:${row.card_id}`,
      actor: `web:${webAccountId}`,
      requestId: request.id,
      // The login exists, so a person who lacked the fee repeats the request with this key.
      isRetryable: true,
      input: {
        person: { brandId: session.brandId, webAccountId, cardId: null, holderId },
        body: {
          Card: {
            AccountNumber: row.account_number,
            MaskedCardNumber: row.masked_number,
            ExpirationDate: row.expiry,
          },
        },
      },
    });
    return { requested, codes };
  },
  async settle({ tx, ctx, session, intent: { row, owner, loginName }, known: { requested: known, codes } }) {
    // The login exists, whatever the outcome of the request.
    await askCodes(tx, ctx, { ...session, webAccountId: owner.webAccountId }, owner.newContacts, codes);
    if (!known.ok) return err(signupAndUpgrade.errors.find((name) => name === known.error) ?? 'card_problem');
    const { ReferenceNumber, Fee } = known.value;
    return ok({
      IsSuccessful: true as const,
      CardNumberSuffix: row.last4,
      MaskedCardNumber: row.masked_number,
      LoginName: loginName,
      ReferenceNumber,
      Fee,
    });
  },
  settlesAlways: true,
});
