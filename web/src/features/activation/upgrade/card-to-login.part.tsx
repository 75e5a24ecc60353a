import type { CardToLogin } from '../../access/public.ts';
import { activationToken, endActivation } from '../activation-session.ts';
import { requestAfterLogin } from './request-after-login.ts';
import { UpgradeHeader } from './upgrade-header.tsx';

export const cardToLogin: CardToLogin = {
  token: activationToken,
  end: endActivation,
  requestUpgrade: requestAfterLogin,
  UpgradeHeader,
};
