import type { getVerificationConfiguration, registerVerification } from '@wattle/contract/identity/verification.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallResult } from '../../../api/send.ts';
import type { FacilityStart } from '../../../identity-check/facility-message.ts';

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

/** Calls and paths that differ between the journeys using the identity facility. */
export type FacilityOf = {
  readonly register: () => Promise<CallResult<ResponseOf<typeof registerVerification>>>;
  readonly configure: (caseId: string) => Promise<CallResult<ResponseOf<typeof getVerificationConfiguration>>>;
  /** Asks the server for the result of a case, and goes where it leads. False: the server could not ask. */
  readonly askResult: (caseId: string) => Promise<boolean>;
  readonly onLocked: () => void;
  readonly onCancelled: () => void;
};

/** An electronic verification: its registration, its frame and its result. */
export function useFacility(facility: FacilityOf): Verification {
  const [start, setStart] = useState<Verification['start']>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [round, setRound] = useState(0);
  const [caseId, setCaseId] = useState('');
  const open = useEffectEvent(async (isOver: () => boolean) => {
    const registered = await facility.register();
    if (isOver()) return;
    if (!registered.ok) {
      if (registered.code === LOCKED) facility.onLocked();
      else if (registered.code === UNMET) setHindrance('verificationServiceRequirementNotMet');
      else setHindrance('verificationServiceNotAvailable');
      return;
    }
    const { UserToken, CaseId } = registered.value;
    setCaseId(CaseId);
    const configuration = await facility.configure(CaseId);
    if (isOver()) return;
    if (!configuration.ok) return setHindrance('verificationServiceNotAvailable');
    const { GreenIdAccountId, GreenIdApiCode, GreenIdUiMode, ScriptLinks } = configuration.value;
    setStart({
      accountId: GreenIdAccountId,
      apiCode: GreenIdApiCode,
      uiMode: GreenIdUiMode,
      scripts: ScriptLinks,
      userToken: UserToken,
    });
  });
  useEffect(() => {
    let isOver = false;
    void open(() => isOver);
    return () => {
      isOver = true;
    };
  }, [round]);
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
        void facility.askResult(caseId).then((isAsked) => {
          if (!isAsked) fail();
        });
      } else if (how === 'cancelled') facility.onCancelled();
      else fail();
    },
  };
}
