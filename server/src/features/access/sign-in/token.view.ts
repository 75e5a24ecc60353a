import type { TokenResponse } from '@wattle/contract/access/sign-in/token.ts';
import { type Scope, SIGNED_IN } from '@wattle/contract/operation.ts';
import type { SessionTimes } from '../../../config.ts';

export function toTokenView(
  accessToken: string,
  refreshToken: string,
  scope: Scope,
  times: SessionTimes,
): TokenResponse {
  // Nobody stays signed in with a restricted token, so nobody is warned of its end; an activation is long enough.
  const isStaying = SIGNED_IN.includes(scope) || scope === 'verifyactivation';
  const isWarned = isStaying && times.warningMs > 0 && times.idleMs > times.warningMs;
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: times.accessTokenMs / 1000,
    refresh_token: refreshToken,
    IsSessionExpiryWarningEnabled: isWarned,
    SessionExpiryWarningMilliseconds: times.warningMs,
    SessionExpiryTotalMilliseconds: times.idleMs,
  };
}
