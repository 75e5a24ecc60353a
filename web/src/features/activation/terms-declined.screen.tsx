import { Link, Navigate } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { ActivationFrame } from './activation-frame.part.tsx';
import { useActivationState } from './activation-session.ts';

/** Without the terms the card does not change: the possible steps, and the number to call. */
export function TermsDeclinedScreen() {
  const t = useTexts('activation');
  const { SupportPhoneNumber } = useBrand();
  const { view, isHeld } = useActivationState();
  // Opened without an activation: no terms were declined.
  if (!isHeld) return <Navigate to={paths.cardActivate()} replace />;
  return (
    <ActivationFrame page={view ? 'terms' : 'alone'} view={view}>
      <JourneyPage title={t('declined.title')} lead={t('declined.lead', { phone: SupportPhoneNumber })}>
        <div className="activation__ways">
          <Link className={buttonClass({ wide: true })} to={paths.termsAndConditions()}>
            {t('declined.back')}
          </Link>
          <Link className={buttonClass({ wide: true, tone: 'text' })} to={paths.accountSignIn()}>
            {t('declined.leave')}
          </Link>
        </div>
      </JourneyPage>
    </ActivationFrame>
  );
}
