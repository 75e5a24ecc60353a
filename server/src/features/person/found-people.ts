import type { Tx } from '../../platform/database/database.ts';
import { shownPhone } from '../../platform/text/mobile-number.domain.ts';
import { maskName } from '../access/public.ts';
import type { Hit } from './hits.ts';
import { type FoundPerson, listPeople } from './search.store.ts';

/** People of a search, and cards that no one holds, as the desk shows them: contacts are masked. */
export async function foundPeople(tx: Tx, tenantId: number, shown: readonly Hit[]) {
  const people = await listPeople(tx, tenantId, {
    holderIds: shown.flatMap(({ holderId }) => (holderId === null ? [] : [holderId])),
    cardIds: shown.flatMap(({ holderId, cardId }) => (holderId === null && cardId !== null ? [cardId] : [])),
  });
  return shown.flatMap((hit) => {
    const found = people.find(
      ({ holder_id, card_id }) => holder_id === hit.holderId && (holder_id !== null || card_id === hit.cardId),
    );
    return found ? [toRow(hit, found)] : [];
  });
}

function toRow(hit: Hit, found: FoundPerson) {
  return {
    person: found.holder_id === null ? '' : `holder:${found.holder_id}`,
    card: hit.cardId === null ? '' : `card:${hit.cardId}`,
    name: found.name,
    by: hit.by,
    match: hit.match,
    brand: found.brand,
    email: found.email ? maskName(found.email) : '',
    mobile: found.mobile ? maskName(shownPhone(found.mobile)) : '',
    accounts: found.accounts,
    cards: found.cards,
    cardIds: found.card_ids,
  };
}
