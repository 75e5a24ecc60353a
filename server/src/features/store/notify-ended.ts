import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { queueNotice } from '../messages/public.ts';
import { guestRecipient } from './links.ts';
import { findItem, findOrder, type ItemEnd } from './order.store.ts';

type Ending = ItemEnd | 'inPart';
type Ended = { readonly item: string; readonly amount: string; readonly as: Ending };

const ENDED_ITEMS: Queue<Ended> = { name: 'store.tell-ended', clock: 'security' };

/**
 * Notifies the people whom the end of a card concerns, in the transaction that ends it. `cause`: number of the payment.
 */
export function queueEndedNotice(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  {
    tenantId,
    itemId,
    amount,
    as,
    cause,
  }: { tenantId: number; itemId: bigint; amount: Cents; as: Ending; cause: string },
): void {
  const payload = { item: String(itemId), amount: String(amount), as };
  enqueueLater(tx, clocks, ENDED_ITEMS, { tenantId, key: `${itemId}:${cause}`, payload });
}

/**
 * Notifies the buyer of the refund to the paying card, and the recipient that the card no longer works. A buyer whose
 * bank has charged back knows already, and a gift that was never mailed is not mentioned.
 */
export const notifyEnded: QueuedJob<AppContext, Ended> = {
  queue: ENDED_ITEMS,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, key, payload: { item: itemId, amount, as } }) {
    const item = await findItem(tx, tenantId, BigInt(itemId));
    const order = item && (await findOrder(tx, tenantId, item.order_id));
    if (!item || !order) return 'done';
    if (as !== 'chargedBack' && amount !== '0') {
      await queueNotice(tx, ctx, {
        ...guestRecipient(order, order.email),
        template: 'orderItemRefunded',
        params: { amount: money(toDollars(BigInt(amount)), order.language), number: order.number ?? '' },
        dedupKey: `store-ended:${key}:buyer`,
      });
    }
    if (as !== 'inPart' && item.recipient_email !== null && item.unlock_at === null) {
      await queueNotice(tx, ctx, {
        ...guestRecipient(order, item.recipient_email),
        template: 'giftCancelled',
        params: { sender: item.sender_name ?? '' },
        dedupKey: `store-ended:${key}:recipient`,
      });
    }
    return 'done';
  },
};
