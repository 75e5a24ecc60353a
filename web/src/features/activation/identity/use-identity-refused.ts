import type { CallFailure } from '../../../api/send.ts';
import { isUnknown } from '../../../form/form.domain.ts';
import { paths } from '../../../paths.ts';
import { useNavigate } from '../../../router/public.ts';
import { FROM_JOURNEY } from '../use-from-journey.ts';

const LOCKED = '20249';
/** Wrong answers, a wrong maiden name or date of birth, and input that cannot be right. */
const WRONG = new Set(['20248', '20050', '20010']);

/**
 * A refused check of identity: wrong answers stay on the form (`undefined`), locked ones lead to the page that says so,
 * and every other refusal to the error page (`null`).
 */
export function useIdentityRefused(): (failure: CallFailure) => Promise<null | undefined> {
  const navigate = useNavigate();
  return async ({ code, status }) => {
    if (code === LOCKED) {
      await navigate(paths.cardIdentityAuthFailed(), { replace: true, state: FROM_JOURNEY });
      return null;
    }
    if (WRONG.has(code) || isUnknown(status) || status === 429 || status === 401) return undefined;
    await navigate(paths.error(), { state: { code } });
    return null;
  };
}
