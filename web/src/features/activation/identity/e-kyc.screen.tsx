import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { Link } from '../../../router/public.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { StepGate } from '../activation-page.tsx';
import { useActivation } from '../use-activation.ts';
import { Facility } from './facility.part.tsx';
import { useVerification } from './use-verification.ts';

/** The electronic verification by the identity service. */
export function EKycScreen() {
  const activation = useActivation('eKyc');
  return (
    <StepGate page="eKyc" activation={activation}>
      {activation.view ? <Check view={activation.view} /> : null}
    </StepGate>
  );
}

function Check({ view }: { readonly view: ActivationView }) {
  const t = useTexts('identity');
  const { SupportPhoneNumber: phone } = useBrand();
  const { start, isChecking, hindrance, attempt, retry, onEnd } = useVerification(view);
  // The entered details are checked and changed there.
  const hasReview = view.Steps.some(({ Name }) => Name === 'consent');
  const problems = hindrance === null ? [] : [{ id: 'ekyc-problem', text: t(hindrance, { phone }) }];
  return (
    <JourneyPage
      title={t('kyc.title')}
      lead={t('kyc.lead')}
      {...(hasReview && { back: { to: paths.accountSetupConsent(), link: Link } })}
      problems={problems}
      attempt={attempt + problems.length}
      onRetry={hindrance === null ? undefined : retry}
    >
      {hindrance === null ? <Facility key={attempt} start={start} isChecking={isChecking} onEnd={onEnd} /> : null}
      <p className="activation__small">
        {t('kyc.laterBefore')}
        <Link to={paths.root()}>{t('kyc.later')}</Link>
        {t('kyc.laterAfter')}
      </p>
    </JourneyPage>
  );
}
