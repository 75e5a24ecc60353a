import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { turnCardOff, turnCardOn } from '@wattle/contract/cards/switch.ts';
import type { CardStatus, CardSummary } from '@wattle/contract/cards/card.ts';
import type { CardReference } from '@wattle/contract/wire.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../../form/form.domain.ts';
import type { CallFailure } from '../../../api/send.ts';
import { operationKey, useAction } from '../../../api/use-operation.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { showToast } from '../../../ui/toasts.ts';
import { cardKey, cardReferenceOf } from '../cards.domain.ts';
import { CARDS_INPUT } from '../cards-input.ts';

/** Least time between two changes of one switch: each reaches the network before the next. */
const SETTLE_MS = 1000;

const NOTHING = (of: string) => ({ of, problem: null, done: '' });

/** Sets the status in the list optimistically and returns a function that restores it. */
function showStatus(cache: QueryClient, card: CardReference, status: CardStatus): () => void {
  const key = operationKey(getCards, CARDS_INPUT);
  // A response in flight would restore the old status.
  void cache.cancelQueries({ queryKey: key });
  const before = cache.getQueryData<ResponseOf<typeof getCards>>(key);
  cache.setQueryData<ResponseOf<typeof getCards>>(
    key,
    (list) =>
      list && {
        cards: list.cards.map((item) =>
          cardKey(item.value) === cardKey(card) ? { ...item, value: { ...item.value, CardStatus: status } } : item,
        ),
      },
  );
  return () => cache.setQueryData(key, before);
}

export type Problem = {
  readonly code: string;
  readonly wantedOn: boolean;
  /** The request was not decided: the network or the server was unavailable. */
  readonly isTrouble: boolean;
};

export type CardPower = {
  readonly isOn: boolean;
  /** A change is in flight, or the last one was a moment ago, so another one is refused. */
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly problem: Problem | null;
  /** Words for a screen reader after the card was turned on. Turning off is said with its Undo. */
  readonly done: string;
  readonly change: (wantsOn: boolean) => void;
};

/** Turns a card off and on. Shows the new state before the response and reverts with the reason on failure. */
export function useCardPower(card: CardSummary): CardPower {
  const t = useTexts('cards');
  const key = cardKey(card);
  const [state, setState] = useState<{ of: string; problem: Problem | null; done: string }>(() => NOTHING(key));
  const [isSettling, setSettling] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const fail = (wantedOn: boolean) => (failure: CallFailure) => {
    const { code, isTrouble } = refusalOf(failure, [], navigator.onLine);
    setState({ of: key, problem: { code, wantedOn, isTrouble }, done: '' });
  };
  const invalidates = [getCards, getCardDetails];
  const on = useAction(turnCardOn, {
    invalidates,
    optimistic: ({ body }, cache) => showStatus(cache, body.Card, 'Active'),
    onSuccess: () => setState({ of: key, problem: null, done: t('toggle.nowOn') }),
    onFailure: fail(true),
  });
  const off = useAction(turnCardOff, {
    invalidates,
    optimistic: ({ body }, cache) => showStatus(cache, body.Card, 'ActiveOff'),
    onSuccess: () => {
      const onPress = () => on.run({ body: { Card: cardReferenceOf(card) } });
      showToast({ text: t('toggle.nowOff'), action: { label: t('toggle.undo'), onPress, isSpare: true } });
    },
    onFailure: fail(false),
  });
  const isOn = card.CardStatus === 'Active';
  // Another card has a separate state.
  const { problem, done } = state.of === key ? state : NOTHING(key);
  return {
    isOn,
    isBusy: isSettling || on.isPending || off.isPending,
    // A call with a lost answer may have been carried out after all.
    problem: problem && problem.wantedOn !== isOn ? problem : null,
    done,
    change: (wantsOn) => {
      setState(NOTHING(key));
      setSettling(true);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setSettling(false), SETTLE_MS);
      (wantsOn ? on : off).run({ body: { Card: cardReferenceOf(card) } });
    },
  };
}
