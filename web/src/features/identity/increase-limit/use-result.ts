import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getVerificationResult } from '@wattle/contract/identity/verification.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import type { CallResult } from '../../../api/send.ts';
import { operationKey } from '../../../api/use-operation.ts';
import { paths } from '../../../paths.ts';
import { increaseLimitJourney } from './increase-limit-journey.ts';

const LOCKED = '20254';

/** Asks the server for the result of a case, and goes where it leads. False: the server could not ask. */
export function useResult(): (caseId: string) => Promise<boolean> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (caseId) => {
    const result = await call(getVerificationResult, { body: { CaseId: caseId } });
    if (!result.ok && result.code !== LOCKED) return false;
    if (result.ok && result.value.IsVerified) {
      const changed = [getPersonalDetails, getOnlineAccount, getCardDetails];
      await Promise.all(changed.map((each) => cache.invalidateQueries({ queryKey: operationKey(each) })));
      await navigate(paths.increaseLimitSuccessful(), { replace: true });
      increaseLimitJourney.throwAway();
    } else {
      await navigate(paths.increaseLimitUnsuccessful(), { replace: true, state: { why: whyOf(result), caseId } });
    }
    return true;
  };
}

function whyOf(
  result: CallResult<ResponseOf<typeof getVerificationResult>>,
): 'locked' | 'changed' | 'pending' | 'notFound' {
  if (!result.ok) return 'locked';
  if (result.value.DetailsChanged) return 'changed';
  return result.value.IsPending ? 'pending' : 'notFound';
}
