import { getCards } from '@wattle/contract/cards/get-cards.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { toCardListItem } from './card.view.ts';
import { listShownCards } from './shown-cards.ts';

export const getCardsRoute = handleRead(getCards, async ({ query, session, tx, ctx }) => {
  const cards = await listShownCards(tx, session, ctx.clocks);
  const withImage = query.includeImages === 'true';
  return ok({ cards: cards.map((card) => toCardListItem(card, { withImage })) });
});
