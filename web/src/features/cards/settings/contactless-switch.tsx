import { type CardDetails, getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { toggleContactless } from '@wattle/contract/cards/settings.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useEffect, useRef, useState } from 'react';
import { operationKey, useAction } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { type Problem, problemOf } from './problem.ts';
import { SwitchProblem } from './switch-problem.tsx';
import { useOfferUndo } from './use-offer-undo.ts';

/** Least time between two changes. */
const SETTLE_MS = 1000;

type ContactlessSwitchProps = { readonly card: CardSummary; readonly details: CardDetails };

/** Contactless switch. Shows the new state before the response and reverts with the reason on failure. */
export function ContactlessSwitch({ card, details }: ContactlessSwitchProps) {
  const t = useTexts('settings');
  const format = useFormat();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSettling, setSettling] = useState(false);
  const offerUndo = useOfferUndo();
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const key = operationKey(getCardDetails, { body: { Card: cardReferenceOf(card) } });
  const action = useAction(toggleContactless, {
    invalidates: [getCards, getCardDetails],
    optimistic: ({ body }, cache) => {
      void cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<ResponseOf<typeof getCardDetails>>(key);
      cache.setQueryData<ResponseOf<typeof getCardDetails>>(
        key,
        (now) => now && { ...now, AllowContactlessTransactions: body.NewContactlessValue },
      );
      return () => cache.setQueryData(key, before);
    },
    onSuccess: (_, { body }) => {
      if (body.NewContactlessValue) return;
      offerUndo(t('control.done.off', { name: t('contactless.title') }), () => change(true));
    },
    onFailure: (failure) => setProblem(problemOf(failure)),
  });
  function change(NewContactlessValue: boolean) {
    setProblem(null);
    setSettling(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setSettling(false), SETTLE_MS);
    action.run({ body: { Card: cardReferenceOf(card), NewContactlessValue } });
  }
  const isOn = details.AllowContactlessTransactions;
  return (
    <>
      <Switch
        label={t('contactless.title')}
        hint={
          isOn
            ? t('contactless.on', { amount: format.money(details.ContactlessWithoutPinMaximum) })
            : t('contactless.off')
        }
        isOn={isOn}
        onChange={change}
        busy={isSettling || action.isPending}
      />
      <SwitchProblem problem={problem} />
    </>
  );
}
