import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { getActivation } from '@wattle/contract/activation/get-activation.ts';
import { getVerificationConfiguration } from '@wattle/contract/identity/greenid/get-configuration.ts';
import { getVerificationResult } from '@wattle/contract/identity/greenid/get-verification-result.ts';
import { registerVerification } from '@wattle/contract/identity/greenid/register-verification.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FacilityStart } from '../../../identity-check/facility-message.ts';
import { paths } from '../../../paths.ts';
import { callActivation } from '../activation-session.ts';
import { useNextStep } from '../use-activation.ts';

const UNMET = '20179';
const LOCKED = '20254';

/** Why there is no facility. */
export type Hindrance = 'verificationServiceNotAvailable' | 'verificationServiceRequirementNotMet';

export type Verification = {
  readonly start: Omit<FacilityStart, 'language' | 'theme'> | null;
  readonly isChecking: boolean;
  readonly hindrance: Hindrance | null;
  readonly attempt: number;
  readonly retry: () => void;
  readonly onEnd: (how: 'complete' | 'cancelled' | 'failed' | 'unavailable') => void;
};

/** Asks the server for the result, and goes where it leads. False: the server could not ask. */
export function useResult(): () => Promise<boolean> {
  const navigate = useNavigate();
  const goOn = useNextStep();
  return async () => {
    const result = await callActivation(getVerificationResult, {});
    if (!result.ok) {
      if (result.code !== LOCKED) return false;
      await navigate(paths.eKycMaxAttemptsExceeded(), { replace: true });
      return true;
    }
    const { IsVerified, IsPending } = result.value;
    if (!IsVerified) {
      await navigate(paths.eKycFailure(), { replace: true, state: { isPending: IsPending } });
      return true;
    }
    const activation = await callActivation(getActivation, {});
    if (activation.ok) await goOn(activation.value);
    return activation.ok;
  };
}

/** The electronic verification of an activation: registered, shown in its frame, asked about. */
export function useVerification({ AccountNumber }: Pick<ActivationView, 'AccountNumber'>): Verification {
  const navigate = useNavigate();
  const askResult = useResult();
  const [start, setStart] = useState<Verification['start']>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOver = false;
    const open = async () => {
      const registered = await callActivation(registerVerification, { body: { AccountNumber } });
      if (isOver) return;
      if (!registered.ok) {
        if (registered.code === LOCKED) await navigate(paths.eKycMaxAttemptsExceeded(), { replace: true });
        else if (registered.code === UNMET) setHindrance('verificationServiceRequirementNotMet');
        else setHindrance('verificationServiceNotAvailable');
        return;
      }
      const configuration = await callActivation(getVerificationConfiguration, {});
      if (isOver) return;
      if (!configuration.ok) return setHindrance('verificationServiceNotAvailable');
      const { GreenIdAccountId, GreenIdApiCode, GreenIdUiMode, ScriptLinks } = configuration.value;
      setStart({
        accountId: GreenIdAccountId,
        apiCode: GreenIdApiCode,
        uiMode: GreenIdUiMode,
        scripts: ScriptLinks,
        userToken: registered.value.UserToken,
      });
    };
    void open();
    return () => {
      isOver = true;
    };
  }, [AccountNumber, navigate, round]);
  const fail = () => {
    setStart(null);
    setIsChecking(false);
    setHindrance('verificationServiceNotAvailable');
  };
  return {
    start,
    isChecking,
    hindrance,
    attempt: round,
    retry: () => {
      setHindrance(null);
      setStart(null);
      setRound(round + 1);
    },
    onEnd: (how) => {
      if (how === 'complete') {
        setIsChecking(true);
        void askResult().then((isAsked) => {
          if (!isAsked) fail();
        });
      } else if (how === 'cancelled') void navigate(paths.eKycFailure(), { state: { isCancelled: true } });
      else fail();
    },
  };
}
