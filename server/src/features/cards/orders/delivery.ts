import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addBankingDays, type BankingCalendar } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import type { ProductSettings, ShownCard } from '../../card-facts/public.ts';
import { findDelivery } from './delivery.store.ts';

type InPost = Pick<ProductSettings, 'postDays'>;

/** Business day by which a card arrives that is ordered on a day; null: the calendar does not reach that far. */
function arrivalOf(calendar: BankingCalendar, day: string, { postDays }: InPost): string | null {
  try {
    return addBankingDays(calendar, day, postDays);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Business day by which a card arrives that is ordered now. */
export async function readArrival(tx: Tx, nowMs: number, settings: InPost): Promise<string | null> {
  return arrivalOf(await readBankingCalendar(tx), dayAt(nowMs), settings);
}

/** Where an ordered card is; null for a card with another status. */
export async function readDelivery(tx: Tx, card: ShownCard): Promise<CardDetails['Delivery']> {
  if (card.status !== 'Ordered') return null;
  const [delivery, calendar] = await Promise.all([findDelivery(tx, card.tenant_id, card.id), readBankingCalendar(tx)]);
  if (!delivery) return null;
  const dayOf = (at: string | null) => (at === null ? null : dayAt(Date.parse(at)));
  const OrderedOn = dayAt(Date.parse(delivery.orderedAt));
  const ArrivesBy = arrivalOf(calendar, OrderedOn, card.settings);
  if (ArrivesBy === null) return null;
  return { OrderedOn, PostedOn: dayOf(delivery.postedAt), ArrivedOn: dayOf(delivery.arrivedAt), ArrivesBy };
}
