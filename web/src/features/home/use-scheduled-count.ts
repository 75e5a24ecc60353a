import { getCards } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CARDS_INPUT, keyOfCard } from '../cards/public.ts';

/**
 * Number of payments that are scheduled from the card's account. Another part of the page has asked for the list
 * already.
 */
export function useScheduledCount(card: CardSummary): number {
  const { data } = useOperation(getCards, CARDS_INPUT);
  const item = data?.cards.find(({ value }) => keyOfCard(value) === keyOfCard(card));
  return item?.CardDetails.ScheduledPaymentCount ?? 0;
}
