import { err, ok } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import { closedFrom, lockStatus, saveStatusLater } from '../cards/public.ts';
import type { Effect } from '../payments/public.ts';
import { saveItemEnded, saveItemTaken } from './order-changes.store.ts';
import { tellEndedLater } from './tell-ended.ts';
import { findItem, type ItemEnd, type ItemRow } from './order.store.ts';

type Status = Awaited<ReturnType<typeof lockStatus>>;
type Held = { readonly item: ItemRow; readonly status: Status };

type Ending = {
  readonly orderId: bigint;
  readonly taken: readonly { readonly item: ItemRow; readonly amount: Cents }[];
  /** `inPart`: the cards stay as they are. */
  readonly as: ItemEnd | 'inPart';
};

/**
 * Ends cards of an order, under its lock: nobody can pay with them from the same moment on at which what is left is
 * taken. A gift that was opened meanwhile is not taken back by its buyer, and of no card more than it was bought with.
 */
export function ending({ orderId, taken, as }: Ending): Effect<'card_problem', readonly Held[]> {
  const amountOf = (id: bigint) => taken.find(({ item }) => item.id === id)?.amount ?? 0n;
  return {
    lock: `store-order:${orderId}`,
    async read({ tx, tenantId }) {
      const held: Held[] = [];
      for (const { item: named } of taken) {
        const item = await findItem(tx, tenantId, named.id, true);
        const { card_id: cardId } = named;
        if (item) held.push({ item, status: cardId === null ? undefined : await lockStatus(tx, tenantId, cardId) });
      }
      return held;
    },
    decide(held) {
      if (held.length !== taken.length) return err('card_problem');
      for (const { item } of held) {
        if (item.ended !== null || (as === 'takenBack' && item.opened_at !== null)) return err('card_problem');
        if (item.taken + amountOf(item.id) > item.amount) return err('card_problem');
      }
      const after = held.map(({ item, status }) => ({
        item: { ...item, taken: item.taken + amountOf(item.id), ended: as === 'inPart' ? null : as },
        status,
      }));
      return ok({
        state: after,
        details: { order: String(orderId), cards: taken.map(({ item }) => String(item.card_id)).join(' '), as },
        write({ ctx, tx, tenantId }, { number: cause }) {
          const at = ctx.clocks.security.now();
          for (const { item, status } of after) {
            saveItemTaken(tx, tenantId, item.id, item.taken);
            tellEndedLater(tx, ctx, { tenantId, itemId: item.id, amount: amountOf(item.id), as, cause });
            if (item.ended === null) continue;
            const closed = status && closedFrom(status);
            if (item.card_id !== null && closed) saveStatusLater(tx, tenantId, item.card_id, closed);
            saveItemEnded(tx, tenantId, item.id, { as: item.ended, at });
          }
        },
      });
    },
  };
}
