import { getCardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/clock.ts';
import { isPrimary, findShownCard } from '../../card-facts/public.ts';
import { toCardDetails } from '../card.view.ts';
import { contributeToDetails } from '../contributions.ts';

export const getCardDetailsRoute = handleRead(getCardDetails, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  if (!card) return err('invalid_card_details');
  const view = { tenantId: session.tenantId, today: dayAt(ctx.clocks.business.now()), cards: [card] };
  const [contributed, isPrimaryHolder] = await Promise.all([
    contributeToDetails(ctx.cardViewParts, tx, view),
    isPrimary(tx, session),
  ]);
  return ok(toCardDetails(card, contributed(card.id), { isPrimary: isPrimaryHolder }));
});
