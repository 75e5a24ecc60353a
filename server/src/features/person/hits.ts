import type { Tx } from '../../platform/database/database.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { foldLoginName } from '../access/public.ts';
import {
  findByAccount,
  findByCardId,
  findByEmail,
  findById,
  findByLastFour,
  findByMobile,
  findByName,
} from '../cards/public.ts';
import { transferIdOf } from '../payments/public.ts';
import { cardsOfGatewayId, cardsOfPayee, cardsOfProcessorId, cardsOfReference } from './reference.store.ts';
import { cardsOfOrder, cardsOfPurchase, cardsOfTransfer, type FoundCard, holdersOf } from './search.store.ts';
import type { Searched } from './searched.domain.ts';

type Search = { readonly tenantId: number; readonly limit: number };
/** A person, or a card without a holder, and the detail that led to them. */
export type Hit = {
  readonly holderId: bigint | null;
  readonly cardId: bigint | null;
  readonly by: string;
  readonly match: string;
};

/** Every way in which the text may be read, one after the other, each person once. */
export async function hitsOf(tx: Tx, wanted: Search, ways: readonly Searched[]): Promise<readonly Hit[]> {
  const hits = new Map<string, Hit>();
  for (const way of ways) {
    for (const hit of await hitsOfWay(tx, wanted, way)) {
      const key = hit.holderId === null ? `card:${hit.cardId}` : `holder:${hit.holderId}`;
      if (!hits.has(key)) hits.set(key, hit);
    }
    // A receipt is not also an order, and a number found as an account is not a mobile. A name may be a payee's too.
    if (hits.size > 0 && way.by !== 'name') break;
  }
  return [...hits.values()].slice(0, wanted.limit);
}

async function hitsOfWay(tx: Tx, wanted: Search, way: Searched): Promise<readonly Hit[]> {
  switch (way.by) {
    case 'receipt': {
      const transferId = transferIdOf(way.text);
      const moved = transferId === undefined ? [] : await cardsOfTransfer(tx, wanted, transferId);
      return ofCards(tx, wanted, way.by, moved.length > 0 ? moved : await cardsOfReference(tx, wanted, way.text));
    }
    case 'processorId':
      return ofCards(tx, wanted, way.by, await cardsOfProcessorId(tx, wanted, way.text));
    case 'gatewayId':
      return ofCards(tx, wanted, way.by, await cardsOfGatewayId(tx, wanted, way.text));
    case 'payee':
      return ofCards(tx, wanted, way.by, await cardsOfPayee(tx, wanted, way.text));
    case 'order':
      return ofCards(tx, wanted, way.by, await cardsOfOrder(tx, wanted, way.text));
    case 'purchase':
      return ofCards(tx, wanted, way.by, await cardsOfPurchase(tx, wanted, way.merchant, way.cents));
    default: {
      const { holderIds, cardIds } = await findBy(tx, wanted, way);
      const people = holderIds.map((holderId): Hit => ({ holderId, cardId: null, by: way.by, match: '' }));
      const cards = cardIds.map((id): FoundCard => ({ card_id: id, match: '' }));
      return [...people, ...(await ofCards(tx, wanted, way.by, cards))];
    }
  }
}

function findBy(tx: Tx, wanted: Search, way: Searched) {
  switch (way.by) {
    case 'id':
      return findById(tx, wanted, way);
    case 'name':
      return findByName(tx, wanted, way.words);
    case 'purchase':
      return Promise.resolve({ holderIds: [], cardIds: [] });
    case 'email':
      return findByEmail(tx, wanted, way.text);
    case 'account':
      return findByAccount(tx, wanted, way.text);
    case 'cardId':
      return findByCardId(tx, wanted, way.text);
    case 'lastFour':
      return findByLastFour(tx, wanted, way.text);
    default:
      // Numbers stored before E.164 was introduced are as their holders typed them.
      return findByMobile(tx, wanted, [toE164(way.text) ?? way.text, foldLoginName(way.text), way.text]);
  }
}

/** The holders of cards, each once, and the cards that no one holds. */
async function ofCards(tx: Tx, { tenantId }: Search, by: string, cards: readonly FoundCard[]): Promise<readonly Hit[]> {
  if (cards.length === 0) return [];
  const holders = await holdersOf(
    tx,
    tenantId,
    cards.map(({ card_id }) => card_id),
  );
  const holderOf = new Map(holders.map(({ id, holder_id }) => [id, holder_id]));
  return cards.flatMap(({ card_id, match }): Hit[] => {
    const holderId = holderOf.get(card_id);
    return holderId === undefined ? [] : [{ holderId, cardId: card_id, by, match }];
  });
}
