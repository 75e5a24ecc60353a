import '../../../ui/panel.css';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { turnCardOff, turnCardOn } from '@wattle/contract/cards/switch.ts';
import type { CardStatus, CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../../form/form.domain.ts';
import { Button } from '../../../ui/button.tsx';
import type { CallFailure } from '../../../api/send.ts';
import { operationKey, useAction } from '../../../api/use-operation.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { cardKey, cardReferenceOf } from '../cards.domain.ts';
import { CARDS_INPUT } from '../public.ts';

/** Least time between two changes of one switch: the network hears of each before the next. */
const SETTLE_MS = 1000;

/** Sets the status in the list optimistically and returns a function that restores it. */
function showStatus(cache: QueryClient, card: CardSummary, status: CardStatus): () => void {
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

type Problem = {
  readonly code: string;
  readonly wantedOn: boolean;
  /** The request was not judged: the network or the server was unavailable. */
  readonly isTrouble: boolean;
};

/** Turns a card off and on. Shows the new state before the response and reverts with the reason on failure. */
export function CardSwitch({ card }: { readonly card: CardSummary }) {
  const t = useTexts('cards');
  const errorText = useErrorTexts();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState('');
  const [isSettling, setSettling] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const fail = (wantedOn: boolean) => (failure: CallFailure) => {
    const { code, isTrouble } = refusalOf(failure, [], navigator.onLine);
    setProblem({ code, wantedOn, isTrouble });
  };
  const invalidates = [getCards, getCardDetails];
  const on = useAction(turnCardOn, {
    invalidates,
    optimistic: (_, cache) => showStatus(cache, card, 'Active'),
    onSuccess: () => setDone(t('toggle.nowOn')),
    onFailure: fail(true),
  });
  const off = useAction(turnCardOff, {
    invalidates,
    optimistic: (_, cache) => showStatus(cache, card, 'ActiveOff'),
    onSuccess: () => setDone(t('toggle.nowOff')),
    onFailure: fail(false),
  });

  const change = (wantsOn: boolean) => {
    setProblem(null);
    setDone('');
    setSettling(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setSettling(false), SETTLE_MS);
    (wantsOn ? on : off).run({ body: { Card: cardReferenceOf(card) } });
  };

  const isOn = card.CardStatus === 'Active';
  return (
    <div className="panel home-switch">
      <Switch
        label={t(isOn ? 'toggle.on' : 'toggle.off')}
        hint={t(isOn ? 'toggle.onText' : 'toggle.offText')}
        isOn={isOn}
        onChange={change}
        busy={isSettling || on.isPending || off.isPending}
      />
      <div role="alert">
        {/* A call whose answer was lost may have been carried out after all. */}
        {problem && problem.wantedOn !== isOn && (
          <div className="home-switch__problem">
            <Icon name="warning" size="s" />
            <p>
              {t(problem.wantedOn ? 'toggle.failedOn' : 'toggle.failedOff', {
                reason: problem.code === 'offline' ? t('toggle.offline') : errorText(problem.code),
              })}
            </p>
            {problem.isTrouble ? (
              <Button tone="text" small onClick={() => change(problem.wantedOn)}>
                {t('toggle.again')}
              </Button>
            ) : null}
          </div>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {done}
      </p>
    </div>
  );
}
