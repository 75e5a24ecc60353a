import type { InstantBankSettings } from '../../config/instant-settings.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Policy } from '../policy.ts';
import { openAzupayBank } from './azupay.ts';
import type { InstantBank } from './port.ts';
import { openZeptoBank } from './zepto.ts';

/**
 * Opens the bank for instant payments that is set.
 *
 * @param clock security clock
 */
export function openInstantBank(settings: InstantBankSettings, clock: Clock, policy: Policy): InstantBank {
  return settings.provider === 'zepto' ? openZeptoBank(settings, clock, policy) : openAzupayBank(settings, policy);
}
