import { Link, Navigate, useLocation } from '../../../router/public.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { StepGate } from '../activation-page.tsx';
import { useActivation } from '../use-activation.ts';
import { AskAgain } from './ask-again.part.tsx';
import { IdentityEnd } from './identity-end.tsx';
import { useResult } from './use-verification.ts';

const WHYS = ['notFound', 'pending', 'cancelled', 'changed'] as const;
type State = { readonly why?: (typeof WHYS)[number]; readonly caseId?: string };

/**
 * The identity service could not confirm the person or has not decided yet, the person left it, or the details have
 * changed since.
 */
export function EKycFailureScreen() {
  const t = useTexts('identity');
  const activation = useActivation('eKyc');
  const askResult = useResult();
  const { why: given, caseId = '' } = (useLocation().state ?? {}) as State;
  const why = WHYS.find((each) => each === given);
  // Opened by its address: nothing has failed, and the check begins.
  if (why === undefined) return <Navigate to={paths.eKyc()} replace />;
  const hasDetails = activation.view?.Steps.some(({ Name }) => Name === 'accountSetup') ?? false;
  return (
    <StepGate page="eKyc" activation={activation}>
      <IdentityEnd title={t(`${why}.title`)} lead={t(`${why}.lead`)} what={t(`${why}.what`)}>
        {why === 'notFound' && hasDetails ? (
          <Link className={buttonClass({ tone: 'line', wide: true })} to={`${paths.accountSetup()}#FirstName`}>
            {t('notFound.details')}
          </Link>
        ) : null}
        {why === 'pending' ? (
          <AskAgain ask={() => askResult(caseId)} label={t('pending.ask')} still={t('pending.still')} />
        ) : (
          <Link className={buttonClass({ tone: 'line', wide: true })} to={paths.eKyc()}>
            {t(why === 'changed' ? 'changed.again' : 'again')}
          </Link>
        )}
      </IdentityEnd>
    </StepGate>
  );
}
