import type { InstantBankSettings } from '../../config/instant-settings.ts';
import type { Policy } from '../policy.ts';
import { openAzupayBank } from './azupay.ts';
import type { InstantBank } from './port.ts';

const OPEN = { azupay: openAzupayBank } as const;

/** Opens the bank for instant payments that is set. */
export function openInstantBank(settings: InstantBankSettings, policy: Policy): InstantBank {
  return OPEN[settings.provider](settings, policy);
}
