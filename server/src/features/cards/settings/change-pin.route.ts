import { changePin } from '@wattle/contract/cards/settings.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { handleOutside } from '../../../http/handle.ts';
import { currentPasswordSteps, judgePassword } from '../../access/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { readPanCipher } from '../card.store.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import { readBirthDate, savePin } from '../managed-card.store.ts';
import { notifyCardChanged } from '../notify-card.ts';

const PVV_KEY_INDEX = 1;

export const changePinRoute = handleOutside(
  changePin,
  {
    ...currentPasswordSteps,
    outside: ({ ctx, body, intent }) => ctx.secrets.verifySecret(intent.hash, body.password),
    async settle(input) {
      const checked = await judgePassword(input);
      if (!checked.ok) return checked;
      const { body, tx, ctx } = input;
      const reference = {
        AccountNumber: body.memberNumber,
        MaskedCardNumber: body.maskedCard,
        ExpirationDate: body.expiryDate,
      };
      return manageCard(input, 'card.pin_changed', reference, async (card) => {
        if (!isInUse(card) || card.is_virtual || card.settings.pinHeldBy === 'processor') return err('card_problem');
        if (!isPinChoosable(body.pin, await readBirthDate(tx, card))) return err('required_field', 'pin');
        const sealed = await readPanCipher(tx, card);
        if (!sealed) throw new Error(`card ${card.id} is gone under its own lock`);
        const pan = openNumber(ctx.secrets, card.id, sealed);
        if (pan === null) return err('card_problem');
        await savePin(tx, card, ctx.secrets.pvv(pan, PVV_KEY_INDEX, body.pin), PVV_KEY_INDEX);
        const { tenant_id: tenantId, id: cardId } = card;
        await notifyCardChanged(tx, ctx, { tenantId, cardId, change: 'pinChanged', cause: input.request.id });
        return ok({ value: { IsSuccessful: true as const }, isChanged: true });
      });
    },
  },
  { keepsRefusals: true },
);
