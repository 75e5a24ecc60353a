import type { GatewayServiceSettings, PayerRules } from '../config/gateway-settings.ts';
import type { OutsideSystem } from '../config/outside-settings.ts';
import type { Clocks } from '../platform/time/clock.ts';
import type { PaymentGateway } from './gateway/port.ts';
import { openPaymentGateway } from './gateway/providers.ts';
import type { Policy } from './policy.ts';
import type { ApiConnection, ProcessorApi } from './processors/port.ts';
import type { SmsTransport } from './sms/port.ts';
import { openSms, type SmsSettings } from './sms/providers.ts';

export type OwnSystems = {
  sms(tenantId: number, settings: SmsSettings): SmsTransport;
  gateway(tenantId: number, settings: GatewayServiceSettings): PaymentGateway;
  /** API of the card processor of a connection. */
  processor(connection: ProcessorSettings, open: OpenApi): ProcessorApi;
};

type ProcessorSettings = Omit<ApiConnection, 'policy'>;
type OpenApi = (at: ApiConnection) => ProcessorApi;

type PolicyOf = (system: OutsideSystem, part?: string) => Policy;

/**
 * Adapters of the separate accounts of programmes. Each is opened once, with its own limits and circuit breaker, and
 * again when its settings change.
 *
 * @param policyOf policies of calls with an effect
 * @param looking policies of calls without one
 * @param payers which cards of others may pay
 */
export function openOwnSystems(clocks: Clocks, policyOf: PolicyOf, looking: PolicyOf, payers: PayerRules): OwnSystems {
  const opened = new Map<string, { readonly settings: string; readonly system: unknown }>();
  const once = <System>(key: string, given: object, open: () => System): System => {
    const settings = JSON.stringify(given);
    const known = opened.get(key);
    if (known?.settings === settings) return known.system as System;
    const system = open();
    opened.set(key, { settings, system });
    return system;
  };
  return {
    sms: (tenantId, settings) =>
      once(`sms:${tenantId}`, settings, () => openSms(settings, clocks.security, policyOf('sms', String(tenantId)))),
    gateway: (tenantId, settings) =>
      once(`gateway:${tenantId}`, settings, () =>
        openPaymentGateway(settings, {
          clock: clocks.security,
          policy: policyOf('gateway', String(tenantId)),
          looking: looking('gateway', `${tenantId}:list`),
          payers,
        }),
      ),
    processor: (connection, open) =>
      once(`processor:${connection.id}`, connection, () =>
        open({ ...connection, policy: policyOf('processors', String(connection.id)) }),
      ),
  };
}
