import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { shownPhone, toE164 } from '../../platform/text/mobile-number.domain.ts';
import { foldLoginName, maskName } from '../access/public.ts';
import {
  findByAccount,
  findByCardId,
  findByEmail,
  findById,
  findByLastFour,
  findByMobile,
  findByName,
} from '../cards/public.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { transferIdOf } from '../payments/public.ts';
import {
  cardsOfOrder,
  cardsOfPurchase,
  cardsOfTransfer,
  type FoundCard,
  type FoundPerson,
  holdersOf,
  listPeople,
} from './search.store.ts';
import { cardsOfGatewayId, cardsOfPayee, cardsOfProcessorId, cardsOfReference } from './reference.store.ts';
import { type Searched, waysToRead } from './searched.domain.ts';

type Search = { readonly tenantId: number; readonly limit: number };
/** A person, or a card without a holder, and the detail that led to them. */
type Hit = {
  readonly holderId: bigint | null;
  readonly cardId: bigint | null;
  readonly by: string;
  readonly match: string;
};

/**
 * Finds people by a detail that a caller gives. The form of the text decides which kinds of details it may be. A person
 * is listed once, with all details that match.
 */
export const search = deskCommand({
  name: 'search',
  summary:
    'Find people by a name, email, mobile, account, last four digits, card id, any receipt or reference, id of a card processor or the payment gateway, order, payee, or merchant and amount',
  permission: 'look',
  positional: 'text',
  input: z.object({ text: z.string().overwrite(lineText).min(2).max(254), ...pageInput }),
  answer: z.object({
    person: z.string(),
    card: z.string(),
    name: z.string(),
    by: z.string(),
    match: z.string(),
    brand: z.string(),
    email: z.string(),
    mobile: z.string(),
    accounts: z.string(),
    cards: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { tenantId } = staff;
    const ways = waysToRead(input.text);
    const { shown, hasMore } = await pageOf(ctx, input, (limit) => hitsOf(tx, { tenantId, limit }, ways));
    const people = await listPeople(tx, tenantId, {
      holderIds: shown.flatMap(({ holderId }) => (holderId === null ? [] : [holderId])),
      cardIds: shown.flatMap(({ holderId, cardId }) => (holderId === null && cardId !== null ? [cardId] : [])),
    });
    const rows = shown.flatMap((hit) => {
      const found = people.find(
        ({ holder_id, card_id }) => holder_id === hit.holderId && (holder_id !== null || card_id === hit.cardId),
      );
      return found ? [toRow(hit, found)] : [];
    });
    const seen = rows.map(({ person, card }) => person || card);
    return {
      ok: true,
      rows,
      hasMore,
      object: seen.length === 1 ? seen[0] : undefined,
      // Records who searched for whom without a personal detail: the keyed hash can prove later what was typed.
      details: {
        by: ways.map(({ by }) => by).join(' '),
        term: ctx.secrets.identifierHash('desk search', input.text.toLowerCase()).toString('hex'),
        seen: seen.join(' '),
        rows: rows.length,
      },
    };
  },
});

/** Every way in which the text may be read, one after the other, each person once. */
async function hitsOf(tx: Tx, wanted: Search, ways: readonly Searched[]): Promise<readonly Hit[]> {
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
  };
}
