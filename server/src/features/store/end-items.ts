import { err, ok } from '@wattle/contract/errors.ts';
import { closedFrom, lockStatus, saveStatusLater } from '../cards/public.ts';
import type { Effect } from '../payments/public.ts';
import { saveItemEnded } from './order-changes.store.ts';
import { findItem, type ItemEnd, type ItemRow } from './order.store.ts';

type Status = Awaited<ReturnType<typeof lockStatus>>;
type Held = { readonly item: ItemRow; readonly status: Status };

type Ending = {
  readonly orderId: bigint;
  readonly items: readonly ItemRow[];
  readonly as: ItemEnd;
};

/**
 * Ends cards of an order, under its lock: nobody can pay with them from the same moment on at which what is left is
 * taken. A gift that was opened meanwhile is not taken back by its buyer.
 */
export function ending({ orderId, items, as }: Ending): Effect<'card_problem', readonly Held[]> {
  return {
    lock: `store-order:${orderId}`,
    async read({ tx, tenantId }) {
      const held: Held[] = [];
      for (const { id, card_id: cardId } of items) {
        const item = await findItem(tx, tenantId, id, true);
        if (item) held.push({ item, status: cardId === null ? undefined : await lockStatus(tx, tenantId, cardId) });
      }
      return held;
    },
    decide(held) {
      const isOver = held.some(({ item }) => item.ended !== null || (as === 'takenBack' && item.opened_at !== null));
      if (isOver || held.length !== items.length) return err('card_problem');
      return ok({
        state: held.map(({ item, status }) => ({ item: { ...item, ended: as }, status })),
        details: { order: String(orderId), cards: items.map(({ card_id: id }) => String(id)).join(' '), as },
        write({ ctx, tx, tenantId }) {
          const at = ctx.clocks.security.now();
          for (const { item, status } of held) {
            const closed = status && closedFrom(status);
            if (item.card_id !== null && closed) saveStatusLater(tx, tenantId, item.card_id, closed);
            saveItemEnded(tx, tenantId, item.id, { as, at });
          }
        },
      });
    },
  };
}
