import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { type Scope, SIGNED_IN } from '@wattle/contract/operation.ts';
import { idleMsOf, type SessionTimes } from '../../../config/session-settings.ts';

export function toTokenView(
  accessToken: string,
  refreshToken: string,
  scope: Scope,
  times: SessionTimes,
): TokenResponse {
  // The look-up of card access details is too short for a warning.
  const isStaying =
    SIGNED_IN.includes(scope) || scope === 'verifyactivation' || scope === 'accountnumber' || scope === 'view';
  const totalMs = scope === 'accountnumber' ? times.accountNumberMs : idleMsOf(scope, times);
  const isWarned = isStaying && times.warningMs > 0 && totalMs > times.warningMs;
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: times.accessTokenMs / 1000,
    refresh_token: refreshToken,
    IsSessionExpiryWarningEnabled: isWarned,
    SessionExpiryWarningMilliseconds: times.warningMs,
    SessionExpiryTotalMilliseconds: totalMs,
  };
}
