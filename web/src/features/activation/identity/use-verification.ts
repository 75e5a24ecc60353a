import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import {
  getVerificationConfiguration,
  getVerificationResult,
  registerVerification,
} from '@wattle/contract/identity/verification.ts';
import { useNavigate } from '../../../router/public.ts';
import { paths } from '../../../paths.ts';
import { callActivation } from '../activation-session.ts';
import { useNextStep } from '../use-activation.ts';
import { FROM_JOURNEY } from '../use-from-journey.ts';
import { useFacility, type Verification } from './use-facility.ts';

const LOCKED = '20254';

/** Asks the server for the result of a case, and goes where it leads. False: the server could not ask. */
export function useResult(): (caseId: string) => Promise<boolean> {
  const navigate = useNavigate();
  const goOn = useNextStep();
  return async (caseId) => {
    const result = await callActivation(getVerificationResult, { body: { CaseId: caseId } });
    if (!result.ok) {
      if (result.code !== LOCKED) return false;
      await navigate(paths.eKycMaxAttemptsExceeded(), { replace: true, state: FROM_JOURNEY });
      return true;
    }
    const { IsVerified, IsPending, DetailsChanged } = result.value;
    if (!IsVerified) {
      const why = DetailsChanged ? 'changed' : IsPending ? 'pending' : 'notFound';
      await navigate(paths.eKycFailure(), { replace: true, state: { why, caseId } });
      return true;
    }
    const activation = await callActivation(getActivation, {});
    if (activation.ok) await goOn(activation.value);
    return activation.ok;
  };
}

/** The electronic verification of an activation. */
export function useVerification({ AccountNumber }: Pick<ActivationView, 'AccountNumber'>): Verification {
  const navigate = useNavigate();
  return useFacility({
    register: () => callActivation(registerVerification, { body: { AccountNumber } }),
    configure: (CaseId) => callActivation(getVerificationConfiguration, { query: { CaseId } }),
    askResult: useResult(),
    onLocked: () => void navigate(paths.eKycMaxAttemptsExceeded(), { replace: true, state: FROM_JOURNEY }),
    onCancelled: () => void navigate(paths.eKycFailure(), { state: { why: 'cancelled' } }),
  });
}
