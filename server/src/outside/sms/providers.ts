import type { Clock } from '../../platform/time/clock.ts';
import type { Policy } from '../policy.ts';
import { openSmsGateway, type SmsGatewaySettings } from './http-gateway.ts';
import { type MessageMediaSettings, openMessageMedia } from './message-media.ts';
import type { SmsTransport } from './port.ts';
import { openTwilio, type TwilioSettings } from './twilio.ts';

/**
 * The providers of text messages, by the name that WATTLE_SMS_PROVIDER and the programmes' own accounts give them
 * (docs/extending.md, "A further provider").
 */
export const SMS_PROVIDERS = ['gateway', 'twilio', 'messagemedia'] as const;

export type SmsSettings =
  | ({ readonly provider: 'gateway' } & SmsGatewaySettings)
  | ({ readonly provider: 'twilio' } & TwilioSettings)
  | ({ readonly provider: 'messagemedia' } & MessageMediaSettings);

/** Opens an account at a provider. */
export function openSms(settings: SmsSettings, clock: Clock, policy: Policy): SmsTransport {
  switch (settings.provider) {
    case 'gateway':
      return openSmsGateway(settings, clock, policy);
    case 'twilio':
      return openTwilio(settings, clock, policy);
    case 'messagemedia':
      return openMessageMedia(settings, clock, policy);
  }
}
