import { Link, Navigate } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import './login-option.css';
import { StepGate } from './activation-page.tsx';
import { useActivation } from './use-activation.ts';

/** Choice between an existing login and a new one. */
export function LoginOptionScreen() {
  const t = useTexts('activation');
  const activation = useActivation('loginOption');
  if (activation.view?.Purpose === 'upgrade') return <Navigate to={paths.signInToUpgrade()} replace />;
  return (
    <StepGate page="loginOption" activation={activation}>
      <JourneyPage title={t('option.title')} lead={t('option.lead')}>
        <div className="activation__ways">
          <Link className="login-option" to={paths.accountSetup()}>
            <AppIcon name="plus" />
            <span>
              <span className="login-option__name">{t('option.new')}</span>
              <span className="login-option__what">{t('option.newText')}</span>
            </span>
            <Icon name="next" size="s" />
          </Link>
          <Link className="login-option" to={paths.signInToActivate()}>
            <Icon name="person" />
            <span>
              <span className="login-option__name">{t('option.existing')}</span>
              <span className="login-option__what">{t('option.existingText')}</span>
            </span>
            <Icon name="next" size="s" />
          </Link>
        </div>
      </JourneyPage>
    </StepGate>
  );
}
