import { err, ok } from '@wattle/contract/errors.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { saveStatus } from '../card.store.ts';
import { CARD_STATUS } from '../../card-facts/public.ts';
import { manageCard, type Managing } from '../manage-card.ts';

type Input = Managing & { readonly body: { readonly Card: CardReference } };

/** Turns a card on or off. A request that finds it done succeeds and writes nothing. */
export function turnCard({ body, ...managing }: Input, event: 'turnOn' | 'turnOff') {
  const action = event === 'turnOn' ? 'card.turned_on' : 'card.turned_off';
  const by = managing.session.cardId === null ? 'webAccount' : 'cardOnly';
  return manageCard(managing, action, body.Card, async (card) => {
    const switched = move(CARD_STATUS, { state: card.status, event, by });
    if (switched.kind === 'refused') return err(switched.error);
    if (switched.kind === 'changed') await saveStatus(managing.tx, card, switched.to);
    return ok({ value: { IsSuccessful: true as const }, isChanged: switched.kind === 'changed' });
  });
}
