import type { PayeeNameServiceSettings } from '../../config/outside-settings.ts';
import type { Policy } from '../policy.ts';
import { openAzupay } from './azupay.ts';
import { openNameService } from './name-service.ts';
import type { PayeeNames } from './port.ts';
import { openZepto } from './zepto.ts';

const OPEN = { service: openNameService, zepto: openZepto, azupay: openAzupay } as const;

/** Opens the provider of Confirmation of Payee that is set. */
export function openPayeeNames(settings: PayeeNameServiceSettings, policy: Policy): PayeeNames {
  return OPEN[settings.provider](settings, policy);
}
