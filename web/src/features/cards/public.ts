import { getCards } from '@wattle/contract/cards/get-cards.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { CallFailure } from '../../api/send.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { cardKey, defaultCardIndex, wrapIndex } from './cards.domain.ts';
import { chooseCard, chosenCard, subscribeChosenCard } from './chosen-card.ts';

export type Cards = {
  readonly cards: readonly CardSummary[];
  /** The card that the screens are about. Null while none is loaded, and for a login without one. */
  readonly selected: CardSummary | null;
  readonly index: number;
  /** Any number: the carousel wraps around. */
  readonly select: (index: number) => void;
  readonly isPending: boolean;
  readonly failure: CallFailure | null;
  readonly refetch: () => void;
};

/** The one question that every screen asks for the list, so that they share its answer. */
export const CARDS_INPUT = { query: { includeImages: 'true' } } as const;

/** The caller's cards and the one that was chosen; the choice is kept between the screens of a session. */
export function useCards(): Cards {
  const list = useOperation(getCards, CARDS_INPUT);
  const { DefaultMaskedCardNumber } = useBrand();
  const chosen = useSyncExternalStore(subscribeChosenCard, chosenCard);
  const cards = useMemo(() => (list.data?.cards ?? []).map((item) => item.value), [list.data]);
  const found = cards.findIndex((card) => cardKey(card) === chosen);
  const index = found >= 0 ? found : defaultCardIndex(cards, DefaultMaskedCardNumber);
  return {
    cards,
    selected: cards[index] ?? null,
    index,
    select: (next) => {
      const card = cards[wrapIndex(next, cards.length)];
      if (card) chooseCard(cardKey(card));
    },
    isPending: list.isPending,
    failure: list.data ? null : list.failure,
    refetch: list.refetch,
  };
}
