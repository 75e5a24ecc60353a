import { getCards } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import { useMemo } from 'react';
import type { CallFailure } from '../../api/send.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import { useStore } from '../../observable.ts';
import { CARDS_INPUT } from './cards-input.ts';
import { cardKey, cardReferenceOf, defaultCardIndex, endingOf, wrapIndex } from './cards.domain.ts';
import { chooseCard, chosenCard } from './chosen-card.ts';

export {
  canActivate,
  canActivateUpgrade,
  canPay,
  canReport,
  canReveal,
  canSwitch,
  canTopUp,
  canUpgrade,
  cardKey as keyOfCard,
  cardReferenceOf,
  endingOf,
  type HeroAction,
  heroActions,
  isReported,
  overlayOf,
  paymentsOf,
  showsInterest,
} from './cards.domain.ts';
export { CARDS_INPUT } from './cards-input.ts';
export { chooseCard } from './chosen-card.ts';
export { type SecureDetails, useSecureDetails } from './secure-details/use-secure-details.ts';
export { feeFor, inGroups } from './settings/settings.domain.ts';
export { type CardPower, useCardPower } from './switch/use-card-power.ts';
export { useRefetchCards } from './settings/use-saved.ts';

export type Cards = {
  readonly cards: readonly CardSummary[];
  /** The chosen card. Null while none is loaded, and for a login without one. */
  readonly selected: CardSummary | null;
  /** Identifies the chosen card in requests. */
  readonly reference: CardReference | null;
  /** Key of a card, to remount components for another card. */
  readonly key: string;
  readonly index: number;
  /** Any number: the carousel wraps around. */
  readonly select: (index: number) => void;
  readonly isPending: boolean;
  /** True when the list is current: no request in flight and the last one succeeded. */
  readonly isFresh: boolean;
  readonly failure: CallFailure | null;
  readonly refetch: () => void;
};

/** The card of a key. */
export function cardOf(cards: readonly CardSummary[], key: string): CardSummary | undefined {
  return cards.find((card) => cardKey(card) === key);
}

/** A card in words: `Wattle Everyday ·· 0017`. */
export function cardWords({ CardName, MaskedCardNumber }: Pick<CardSummary, 'CardName' | 'MaskedCardNumber'>): string {
  return `${CardName} ··\u00a0${endingOf(MaskedCardNumber)}`;
}

/** The caller's cards and the one that was chosen; the choice is kept between the screens of a session. */
export function useCards(): Cards {
  const list = useOperation(getCards, CARDS_INPUT);
  const { DefaultMaskedCardNumber } = useBrand();
  const chosen = useStore(chosenCard);
  const language = useLanguage();
  const cards = useMemo(
    () =>
      (list.data?.cards ?? []).map(({ value }) =>
        value.CardNameIn ? { ...value, CardName: value.CardNameIn[language] } : value,
      ),
    [list.data, language],
  );
  const found = cards.findIndex((card) => cardKey(card) === chosen);
  const index = found >= 0 ? found : defaultCardIndex(cards, DefaultMaskedCardNumber);
  const selected = cards[index] ?? null;
  return {
    cards,
    selected,
    reference: selected && cardReferenceOf(selected),
    key: selected ? cardKey(selected) : '',
    index,
    select: (next) => {
      const card = cards[wrapIndex(next, cards.length)];
      if (card) chooseCard(cardKey(card));
    },
    isPending: list.isPending,
    isFresh: !list.isFetching && list.failure === null,
    failure: list.data ? null : list.failure,
    refetch: list.refetch,
  };
}
