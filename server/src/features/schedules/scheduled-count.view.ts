import type { CardViewPart } from '../card-facts/public.ts';
import { countScheduled } from './schedule-list.store.ts';

/** Number of payments that a card's holder scheduled from its account. */
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
