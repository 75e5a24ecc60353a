import type { Clock } from '../../platform/time/clock.ts';
import type { Policy } from '../policy.ts';
import { openSmsGateway, type SmsGatewaySettings } from './http-gateway.ts';
import type { SmsTransport } from './port.ts';

/**
 * The providers of text messages, by the name that WATTLE_SMS_PROVIDER gives them. Another one is a file beside this
 * with its test, a line here, and its settings in message-settings.ts.
 */
export const SMS_PROVIDERS = {
  gateway: openSmsGateway,
} as const satisfies Readonly<
  Record<string, (settings: SmsGatewaySettings, clock: Clock, policy: Policy) => SmsTransport>
>;

export type SmsProvider = keyof typeof SMS_PROVIDERS;
