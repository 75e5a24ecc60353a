import './increase-limit.css';
import { getVerificationConfiguration, registerVerification } from '@wattle/contract/identity/verification.ts';
import { useEffect } from 'react';
import { Link, Navigate, useBlocker, useLocation, useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useStep } from '../../../journey/use-step.ts';
import { paths } from '../../../paths.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { Facility } from '../../activation/identity/facility.part.tsx';
import { useFacility } from '../../activation/public.ts';
import { increaseLimitJourney } from './increase-limit-journey.ts';
import { useResult } from './use-result.ts';

const isForeign = (hash: string) => hash !== '' && hash !== '#main';

/** The identity service's part. Addresses with a hash do not leave it: the service's own links are such. */
export function IncreaseLimitVerificationScreen() {
  const { elsewhere, before, isReady } = useStep(increaseLimitJourney, 'verification');
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  useBlocker((next) => isForeign(next.hash));
  useEffect(() => {
    // The browser itself has put one into the address that was typed.
    if (isForeign(hash)) void navigate({ hash: '' }, { replace: true, state });
  }, [hash, navigate, state]);
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />;
  if (!isReady) return null;
  return <Check name={before.details} />;
}

type Name = {
  readonly FirstName: string;
  readonly MiddleName: string;
  readonly Surname: string;
  readonly account: string;
};

function Check({ name }: { readonly name: Name }) {
  const t = useTexts('increaseLimit');
  const identity = useTexts('identity');
  const { SupportPhoneNumber: phone } = useBrand();
  const navigate = useNavigate();
  const { account: AccountNumber, FirstName, MiddleName, Surname } = name;
  const { start, isChecking, hindrance, attempt, retry, onEnd } = useFacility({
    register: () => call(registerVerification, { body: { AccountNumber, FirstName, MiddleName, Surname } }),
    configure: (CaseId) => call(getVerificationConfiguration, { query: { CaseId } }),
    askResult: useResult(),
    onLocked: () => void navigate(paths.increaseLimitUnsuccessful(), { replace: true, state: { why: 'locked' } }),
    onCancelled: () => void navigate(paths.increaseLimitUnsuccessful(), { state: { why: 'cancelled' } }),
  });
  const problems = hindrance === null ? [] : [{ id: 'limit-problem', text: identity(hindrance, { phone }) }];
  return (
    <JourneyPage
      title={identity('kyc.title')}
      lead={identity('kyc.lead')}
      back={{ to: paths.increaseLimitConsent(), link: Link }}
      steps={{ step: 3, of: 3 }}
      problems={problems}
      attempt={attempt + problems.length}
      onRetry={hindrance === null ? undefined : retry}
    >
      {hindrance === null ? <Facility key={attempt} start={start} isChecking={isChecking} onEnd={onEnd} /> : null}
      <p className="increase-limit__small">
        <Link to={paths.cardHome()}>{t('verification.later')}</Link>
      </p>
    </JourneyPage>
  );
}
