import { toDollars } from '../../platform/money.ts';
import type { CardViewPart } from '../card-facts/public.ts';
import { readSpentOn } from './network.store.ts';

/** Spending that counts against a card's limit today. */
export const spentTodayView: CardViewPart<bigint> = {
  name: 'spentToday',
  async read(tx, { tenantId, today, cards }) {
    const ids = cards.map(({ id }) => id);
    const spent = await readSpentOn(tx, tenantId, ids, today);
    return new Map(ids.map((id) => [id, spent.get(id) ?? 0n]));
  },
  details: (cents) => ({ SpentToday: toDollars(cents) }),
};
