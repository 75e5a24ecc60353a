import { err, ok } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import { closedFrom, lockStatus, saveStatusLater } from '../cards/public.ts';
import type { Effect } from '../payments/public.ts';
import { readLeft } from './order-money.ts';
import { saveItemEnded, saveItemTaken } from './order-changes.store.ts';
import { queueEndedNotice } from './notify-ended.ts';
import { findItem, type ItemEnd, type ItemRow } from './order.store.ts';

type Status = Awaited<ReturnType<typeof lockStatus>>;
type ItemState = { readonly item: ItemRow; readonly left: Cents; readonly status: Status };

type EndedCards = {
  readonly orderId: bigint;
  /** `left`: remainder of each when the amount was decided. */
  readonly taken: readonly { readonly item: ItemRow; readonly left: Cents; readonly amount: Cents }[];
  /** `inPart`: the cards stay as they are. */
  readonly as: ItemEnd | 'inPart';
};

/**
 * Ends cards of an order under its lock, so that no one can pay with them once the remainder is read. A buyer cannot
 * withdraw a gift that was opened meanwhile, and no more is refunded from a card than was paid for it.
 */
export function endingCards({
  orderId,
  taken,
  as,
}: EndedCards): Effect<'card_problem' | 'insufficient_funds', readonly ItemState[]> {
  const amountOf = (id: bigint) => taken.find(({ item }) => item.id === id)?.amount ?? 0n;
  const leftOf = (id: bigint) => taken.find(({ item }) => item.id === id)?.left;
  return {
    lock: `store-order:${orderId}`,
    async read(within) {
      const { tx, tenantId } = within;
      const held: ItemState[] = [];
      for (const { item: named } of taken) {
        const item = await findItem(tx, tenantId, named.id, true);
        const { card_id: cardId } = named;
        const status = cardId === null ? undefined : await lockStatus(tx, tenantId, cardId);
        if (item) held.push({ item, left: await readLeft(within, item), status });
      }
      return held;
    },
    decide(held) {
      if (held.length !== taken.length) return err('card_problem');
      for (const { item, left } of held) {
        if (item.ended !== null || (as === 'takenBack' && item.opened_at !== null)) return err('card_problem');
        if (item.taken + amountOf(item.id) > item.amount) return err('card_problem');
        // Spent or refunded since the amount was decided, so it is decided again.
        if (left !== leftOf(item.id)) return err('insufficient_funds');
      }
      const after = held.map(({ item, left, status }) => ({
        item: { ...item, taken: item.taken + amountOf(item.id), ended: as === 'inPart' ? null : as },
        left: left - amountOf(item.id),
        status,
      }));
      return ok({
        state: after,
        details: { order: String(orderId), cards: taken.map(({ item }) => String(item.card_id)).join(' '), as },
        write({ ctx, tx, tenantId }, { number: cause }) {
          const at = ctx.clocks.security.now();
          for (const { item, status } of after) {
            saveItemTaken(tx, tenantId, item.id, item.taken);
            queueEndedNotice(tx, ctx, { tenantId, itemId: item.id, amount: amountOf(item.id), as, cause });
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
