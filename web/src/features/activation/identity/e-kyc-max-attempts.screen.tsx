import { Link, Navigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ActivationFrame } from '../activation-frame.part.tsx';
import { useActivationState } from '../activation-session.ts';
import { useIsFromJourney } from '../use-from-journey.ts';
import { IdentityEnd } from './identity-end.tsx';

/** Locked out by the identity service, or tried too often. */
export function EKycMaxAttemptsScreen() {
  const t = useTexts('identity');
  const { view } = useActivationState();
  if (!useIsFromJourney()) return <Navigate to={paths.cardActivate()} replace />;
  return (
    <ActivationFrame page={view ? 'eKyc' : 'alone'} view={view}>
      <IdentityEnd title={t('locked.title')} lead={t('locked.lead')} what={t('locked.what')}>
        <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.root()}>
          {t('leave')}
        </Link>
      </IdentityEnd>
    </ActivationFrame>
  );
}
