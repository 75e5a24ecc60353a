import { type CardControls, changeCardControl, getCardControls } from '@wattle/contract/cards/controls.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useState } from 'react';
import { operationKey, useAction } from '../../../api/use-operation.ts';
import { countryName } from '../../../i18n/country-name.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { cardReferenceOf } from '../cards.domain.ts';
import { type Problem, problemOf } from './problem.ts';
import { SETTING_SHAPES } from './setting-shapes.ts';
import { SwitchProblem } from './switch-problem.tsx';
import { useOfferUndo } from './use-offer-undo.ts';

export type Control = CardControls['Controls'][number];

type ControlSwitchProps = {
  readonly card: CardSummary;
  readonly control: Control;
  /** Hours of the wait before gambling is allowed, the home country, and the overseas fee. */
  readonly rules: Pick<CardControls, 'GamblingWaitHours' | 'HomeCountry' | 'ForeignFeePercent'>;
};

/**
 * Switch for a payment channel or merchant category. Shows the new state before the response and reverts on failure.
 */
export function ControlSwitch({ card, control, rules }: ControlSwitchProps) {
  const t = useTexts('settings');
  const language = useLanguage();
  const format = useFormat();
  const [problem, setProblem] = useState<Problem | null>(null);
  const offerUndo = useOfferUndo();
  const { Control: name, IsAllowed, AllowedFrom } = control;
  const key = operationKey(getCardControls, { body: { Card: cardReferenceOf(card) } });
  const action = useAction(changeCardControl, {
    optimistic: ({ body }, cache) => {
      void cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<CardControls>(key);
      // Gambling is allowed only after a delay, so nothing is shown before the response.
      if (body.Control !== 'gambling' || !body.IsAllowed) {
        cache.setQueryData<CardControls>(key, (now) => now && withControl(now, body.Control, body.IsAllowed));
      }
      return () => cache.setQueryData(key, before);
    },
    onSuccess: (value, { body }, cache) => {
      cache.setQueryData(key, value);
      // Gambling is allowed again only after its delay, so there is no undo.
      if (body.IsAllowed || name === 'gambling') return;
      const called = t(`control.${name}.title`);
      const said =
        control.Kind === 'channel' ? t('control.done.off', { name: called }) : t('controls.blocked', { names: called });
      offerUndo(said, () => change(true));
    },
    onFailure: (failure, _, cache) => {
      setProblem(problemOf(failure));
      // The change may have been made, so the data is refetched.
      void cache.invalidateQueries({ queryKey: key });
    },
  });
  function change(isAllowed: boolean) {
    setProblem(null);
    action.run({ body: { Card: cardReferenceOf(card), Control: name, IsAllowed: isAllowed } });
  }
  const hint =
    AllowedFrom === null
      ? t(hintOf(control, rules), {
          percent: rules.ForeignFeePercent,
          hours: rules.GamblingWaitHours,
          country: countryName(rules.HomeCountry, language),
        })
      : t('control.waiting', {
          when: t('done.when', { date: format.dateOf(AllowedFrom), time: format.timeOf(AllowedFrom) }),
        });
  return (
    <>
      <Switch
        label={t(`control.${name}.title`)}
        hint={hint}
        isOn={IsAllowed}
        onChange={change}
        busy={action.isPending || AllowedFrom !== null}
      />
      {AllowedFrom === null ? null : (
        <Button tone="text" small onClick={() => change(false)}>
          {t('control.keep')}
        </Button>
      )}
      <SwitchProblem problem={problem} />
    </>
  );
}

/** Hint for a switch in its current state. */
function hintOf({ Control: name, IsAllowed }: Control, { ForeignFeePercent }: ControlSwitchProps['rules']) {
  if (name === 'overseas' && IsAllowed && ForeignFeePercent > 0) return 'control.overseas.onWithFee' as const;
  return IsAllowed ? (`control.${name}.on` as const) : (`control.${name}.off` as const);
}

function withControl(now: CardControls, name: string, isAllowed: boolean): CardControls {
  const changed = (one: Control): Control =>
    one.Control === name ? { ...one, IsAllowed: isAllowed, AllowedFrom: null } : one;
  return { ...now, Controls: now.Controls.map(changed) };
}

/** Rows of switches for controls of one kind. */
export function controlRows(
  card: CardSummary,
  { Controls, ...rules }: CardControls,
  kind: Control['Kind'],
  titleOf: (name: Control['Control']) => string,
) {
  return Controls.filter(({ Kind }) => Kind === kind).map((control) => ({
    title: titleOf(control.Control),
    shape: SETTING_SHAPES[control.Control],
    control: <ControlSwitch card={card} control={control} rules={rules} />,
  }));
}
