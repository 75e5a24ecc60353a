import type { Tx } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import { saveStatus } from '../card.store.ts';
import { CARD_STATUS } from '../../card-facts/public.ts';
import { type CardsOf, lockCardsOf } from './desk-card.store.ts';

/** Closes cards permanently. Returns the closed cards, including those that were closed before. */
export async function closeCards(tx: Tx, tenantId: number, whose: CardsOf): Promise<bigint[]> {
  const cards = await lockCardsOf(tx, tenantId, whose);
  for (const card of cards) {
    const moved = move(CARD_STATUS, { state: card.status, event: 'close', by: 'staff' });
    if (moved.kind === 'changed') await saveStatus(tx, card, moved.to);
  }
  return cards.map(({ id }) => id);
}
