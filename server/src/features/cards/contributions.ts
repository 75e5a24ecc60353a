import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { CardsInView, CardViewPart, ListFields } from '../card-facts/public.ts';

type Parts = readonly CardViewPart[];

/** Asks the parts at the same time, so that their statements share a round trip. */
async function ask(parts: Parts, tx: Tx, view: CardsInView) {
  if (view.cards.length === 0) return [];
  return Promise.all(parts.map(async (part) => ({ part, facts: await part.read(tx, view) })));
}

/** The contributed fields of list entries, by card id. */
export async function contributeToList(
  parts: Parts,
  tx: Tx,
  view: CardsInView,
): Promise<(cardId: bigint) => Required<ListFields>> {
  const answers = await ask(
    parts.filter(({ list }) => list),
    tx,
    view,
  );
  return (cardId) => {
    const fields = answers.flatMap(({ part, facts }) =>
      facts.has(cardId) ? (part.list?.(facts.get(cardId)) ?? []) : [],
    );
    return {
      value: Object.assign({}, ...fields.map(({ value }) => value)),
      CardDetails: Object.assign({}, ...fields.map(({ CardDetails }) => CardDetails)),
    };
  };
}

/** The contributed fields of a card's details, by card id. */
export async function contributeToDetails(
  parts: Parts,
  tx: Tx,
  view: CardsInView,
): Promise<(cardId: bigint) => Partial<CardDetails>> {
  const answers = await ask(
    parts.filter(({ details }) => details),
    tx,
    view,
  );
  return (cardId) =>
    Object.assign(
      {},
      ...answers.map(({ part, facts }) => (facts.has(cardId) ? part.details?.(facts.get(cardId)) : {})),
    );
}
