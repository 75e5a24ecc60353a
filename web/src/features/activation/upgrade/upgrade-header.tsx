import '../login-option.css';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { useEffect } from 'react';
import { Link, Navigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callActivation, setActivation, useActivationState } from '../activation-session.ts';
import { ActivationWarning } from '../activation-warning.tsx';

/** Header of the sign-in of an upgrade: the card, and the link to a new login. */
export function UpgradeHeader() {
  const t = useTexts('access');
  const { view, isHeld } = useActivationState();
  useEffect(() => {
    if (view !== null || !isHeld) return;
    void callActivation(getActivation, {}).then((answer) => {
      if (answer.ok) setActivation(answer.value);
    });
  }, [view, isHeld]);
  if (!isHeld) return <Navigate to={paths.cardHome()} replace />;
  if (!view) return null;
  const mayBeNew = view.Steps.some(({ Name }) => Name === 'loginOption');
  return (
    <>
      <p className="sign-in-frame__card">
        <img src={view.Image} alt="" width="64" height="40" />
        <span>
          {view.CardName} ·· {view.CardNumberSuffix}
        </span>
      </p>
      {mayBeNew ? (
        <>
          <Link className="login-option" to={paths.accountSetup()}>
            <AppIcon name="plus" />
            <span>
              <span className="login-option__name">{t('upgrade.new')}</span>
              <span className="login-option__what">{t('upgrade.newText')}</span>
            </span>
            <Icon name="next" size="s" />
          </Link>
          <h2 className="sign-in-frame__section">{t('upgrade.existing')}</h2>
        </>
      ) : (
        <p>{t('upgrade.yours')}</p>
      )}
      <ActivationWarning />
    </>
  );
}
