import type { InstantBankSettings } from '../../config/instant-settings.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Policy } from '../policy.ts';
import type { AgreementBank } from './agreements/port.ts';
import { openAzupayAgreements } from './agreements/azupay.ts';
import { openAzupayBank } from './azupay.ts';
import type { InstantBank } from './port.ts';
import { openZeptoBank } from './zepto.ts';

/**
 * Opens the bank for instant payments that is set.
 *
 * @param clock security clock
 * @param lookUps limits of look-ups of PayIDs, which a payer waits for
 */
export function openInstantBank(
  settings: InstantBankSettings,
  clock: Clock,
  policy: Policy,
  lookUps: Policy,
): InstantBank {
  return settings.provider === 'zepto'
    ? openZeptoBank(settings, clock, policy)
    : openAzupayBank(settings, policy, lookUps);
}

/** Opens the agreements of that bank. Undefined: it has none here, or no number of ours to name in them. */
export function openAgreements(settings: InstantBankSettings, policy: Policy): AgreementBank | undefined {
  if (settings.provider !== 'azupay' || settings.clientId === undefined) return undefined;
  return openAzupayAgreements(settings, settings.clientId, policy);
}
