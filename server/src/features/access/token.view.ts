import type { TokenResponse } from '@wattle/contract/access/token.ts';
import type { SessionTimes } from '../../config.ts';

export function toTokenView(accessToken: string, refreshToken: string, times: SessionTimes): TokenResponse {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: times.accessTokenMs / 1000,
    refresh_token: refreshToken,
    IsSessionExpiryWarningEnabled: times.warningMs > 0 && times.idleMs > times.warningMs,
    SessionExpiryWarningMilliseconds: times.warningMs,
    SessionExpiryTotalMilliseconds: times.idleMs,
  };
}
