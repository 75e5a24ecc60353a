import type { GatewayServiceSettings, PayerRules } from '../../config/gateway-settings.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Policy } from '../policy.ts';
import { openAdyen } from './adyen/adyen.ts';
import { openHostedPage } from './hosted-page.ts';
import type { PaymentGateway } from './port.ts';
import { openStripe } from './stripe/stripe.ts';

export type GatewayParts = {
  /** Security clock. */
  readonly clock: Clock;
  readonly policy: Policy;
  /** Policy of calls without an effect, which a held instance makes too. */
  readonly looking: Policy;
  readonly payers: PayerRules;
};

/**
 * Opens an account at a provider of payments by card, by the name that WATTLE_GATEWAY_PROVIDER or a programme's account
 * gives it (docs/extending.md, "A further provider").
 */
export function openPaymentGateway(settings: GatewayServiceSettings, parts: GatewayParts): PaymentGateway {
  switch (settings.provider) {
    case 'hostedPage':
      return openHostedPage(settings, parts.policy, parts.looking);
    case 'stripe':
      return openStripe(settings, parts);
    case 'adyen':
      return openAdyen(settings, parts.clock, parts.policy);
  }
}
