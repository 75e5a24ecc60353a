import { changeName } from '@wattle/contract/cards/settings/change-name.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import { saveCardName } from '../managed-card.store.ts';

export const changeNameRoute = handle(changeName, ({ body, ...managing }) =>
  manageCard(managing, 'card.named', body.Card, async (card) => {
    if (!isInUse(card)) return err('card_problem');
    const isChanged = card.card_name !== body.CardName;
    if (isChanged) await saveCardName(managing.tx, card, body.CardName);
    return ok({ value: { IsSuccessful: true as const }, isChanged });
  }),
);
