import '../../../ui/pages/panel.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { type CardPower, useCardPower } from './use-card-power.ts';

/** Turns a card off and on. */
export function CardSwitch({ card }: { readonly card: CardSummary }) {
  const power = useCardPower(card);
  return (
    <div className="panel home-switch">
      <PowerSwitch power={power} />
      <SwitchProblem power={power} />
    </div>
  );
}

type PowerProps = { readonly power: CardPower };

/** The same where its state is shared with another control. */
export function PowerSwitch({ power: { isOn, isBusy, change, done } }: PowerProps) {
  const t = useTexts('cards');
  return (
    <>
      <Switch
        label={t(isOn ? 'toggle.on' : 'toggle.off')}
        hint={t(isOn ? 'toggle.onText' : 'toggle.offText')}
        isOn={isOn}
        onChange={change}
        busy={isBusy}
      />
      <p className="visually-hidden" role="status">
        {done}
      </p>
    </>
  );
}

/** Why a card was not turned off or on. */
export function SwitchProblem({ power: { problem, change } }: PowerProps) {
  const t = useTexts('cards');
  const errorText = useErrorTexts();
  return (
    <div role="alert">
      {problem && (
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
  );
}
