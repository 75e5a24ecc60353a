import { toggleContactless } from '@wattle/contract/cards/settings/toggle-contactless.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import { saveContactless } from '../managed-card.store.ts';

export const toggleContactlessRoute = handle(toggleContactless, ({ body, ...managing }) =>
  manageCard(managing, 'card.contactless_changed', body.Card, async (card) => {
    const { contactless, contactlessSwitch } = card.settings;
    if (!contactless || !contactlessSwitch || card.is_virtual || !isInUse(card)) return err('card_problem');
    const isChanged = card.contactless_on !== body.NewContactlessValue;
    if (isChanged) await saveContactless(managing.tx, card, body.NewContactlessValue);
    return ok({ value: { IsSuccessful: true as const }, isChanged, details: { on: body.NewContactlessValue } });
  }),
);
