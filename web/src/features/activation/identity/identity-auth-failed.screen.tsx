import { Link, Navigate } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ActivationFrame } from '../activation-frame.part.tsx';
import { useActivationState } from '../activation-session.ts';
import { useIsFromJourney } from '../use-from-journey.ts';
import { IdentityEnd } from './identity-end.tsx';

/** Shown when the check is locked or failed too often. */
export function IdentityAuthFailedScreen() {
  const t = useTexts('identity');
  const { view } = useActivationState();
  if (!useIsFromJourney()) return <Navigate to={paths.cardActivate()} replace />;
  return (
    <ActivationFrame page={view ? 'identityAuth' : 'alone'} view={view}>
      <IdentityEnd title={t('failed.title')} lead={t('failed.lead')} what={t('failed.what')}>
        <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.root()}>
          {t('leave')}
        </Link>
      </IdentityEnd>
    </ActivationFrame>
  );
}
