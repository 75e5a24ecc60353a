import { err, ok } from '@wattle/contract/errors.ts';
import { revealOrderCards } from '@wattle/contract/store/reveal-order-cards.ts';
import { handlePublic } from '../../http/handle.ts';
import { ownOrder } from './own-order.ts';
import { listItems } from './order.store.ts';
import { revealable } from './order.view.ts';
import { showCards } from './show-cards.ts';

export const revealOrderCardsRoute = handlePublic(revealOrderCards, async (call) => {
  const { ctx, request } = call;
  const own = await ownOrder(call);
  if (!own) return err('not_found');
  const { tenantId } = own.place;
  return ctx.database.transact(tenantId, async (tx) => {
    const order = await own.find(tx);
    if (!order) return err('not_found');
    const all = await listItems(tx, tenantId, order.id);
    const items = revealable(order, all, ctx.clocks.security.now());
    if (items.length === 0) return err('token_expired');
    return ok({ Cards: await showCards(tx, { ctx, brand: own.brand, order, items, requestId: request.id }) });
  });
});
