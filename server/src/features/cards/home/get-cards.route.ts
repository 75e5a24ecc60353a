import { getCards } from '@wattle/contract/cards/home.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/clock.ts';
import { toCardListItem } from '../card.view.ts';
import { contributeToList } from '../contributions.ts';
import { listShownCards } from '../../card-facts/public.ts';

export const getCardsRoute = handleRead(getCards, async ({ query, session, tx, ctx }) => {
  const cards = await listShownCards(tx, session, ctx.clocks);
  const today = dayAt(ctx.clocks.business.now());
  const contributed = await contributeToList(ctx.cardViewParts, tx, { tenantId: session.tenantId, today, cards });
  const withImage = query.includeImages === 'true';
  return ok({ cards: cards.map((card) => toCardListItem(card, contributed(card.id), { withImage })) });
});
