import type { CardViewPart } from '../card-facts/public.ts';
import { countScheduled } from './listed.store.ts';

/** How many payments are scheduled from a card's account by its holder. */
export const scheduledCountView: CardViewPart<number> = {
  name: 'scheduledCount',
  async read(tx, { tenantId, cards }) {
    const rows = await countScheduled(
      tx,
      tenantId,
      cards.map(({ id }) => id),
    );
    return new Map(rows.map(({ card_id, count }) => [card_id, count]));
  },
  list: (count) => ({ CardDetails: { ScheduledPaymentCount: count } }),
};
