import { getCardDetails } from '@wattle/contract/cards/home/get-card-details.ts';
import { getVerificationResult } from '@wattle/contract/identity/greenid/get-verification-result.ts';
import { getOnlineAccount } from '@wattle/contract/profile/get-online-account.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { operationKey } from '../../../api/use-operation.ts';
import { paths } from '../../../paths.ts';
import { increaseLimitJourney } from './increase-limit-journey.ts';

const LOCKED = '20254';

/** Asks the server for the result, and goes where it leads. False: the server could not ask. */
export function useResult(): () => Promise<boolean> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async () => {
    const result = await call(getVerificationResult, {});
    if (!result.ok && result.code !== LOCKED) return false;
    if (result.ok && result.value.IsVerified) {
      const changed = [getPersonalDetails, getOnlineAccount, getCardDetails];
      await Promise.all(changed.map((each) => cache.invalidateQueries({ queryKey: operationKey(each) })));
      await navigate(paths.increaseLimitSuccessful(), { replace: true });
      increaseLimitJourney.throwAway();
    } else {
      const why = !result.ok ? 'locked' : result.value.IsPending ? 'pending' : 'notFound';
      await navigate(paths.increaseLimitUnsuccessful(), { replace: true, state: { why } });
    }
    return true;
  };
}
