import * as z from 'zod';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';
import type { GatewayServiceSettings } from './outside-settings.ts';

/** Settings of the payment gateway, a part of the environment (config.ts). */
export const gatewayEnvironment = {
  WATTLE_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_GATEWAY_API_KEY: z.string().optional(),
  /** Signs the notices of the gateway. */
  WATTLE_GATEWAY_NOTICE_KEY: z
    .string()
    .regex(/^([0-9a-f]{2}){24,}$/i, 'must be hexadecimal, 24 bytes or more')
    .optional(),
  /** Origin of its payment page. */
  WATTLE_GATEWAY_PAGE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type GatewaySettings = {
  /** How long Sid and Sst are good, and how long the gateway takes attempts. */
  readonly sessionMs: number;
  /** When the gateway is asked about a payment of which no notice came. */
  readonly askAfterMs: number;
  /** A notice that could not be processed on arrival, or arrived before its payment, is tried again after this long. */
  readonly noticeAgainMs: number;
  /** A page that looks for an outcome makes the server ask at most so often. */
  readonly askEveryMs: number;
  /** How long money that came by card cannot leave the programme. */
  readonly keptInMs: number;
  readonly testing: CardTestingRules;
};

/**
 * How attempts to pay are counted where the payer has no sign-in (docs/areas/top-ups.md, "Card testing is counted").
 */
export type CardTestingRules = {
  readonly windowMs: number;
  /** The link or the basket is closed for this long. */
  readonly closedMs: number;
  /** Attempts and declines within a window that close: of one link or order, one address, one card, one brand. */
  readonly attempts: Readonly<Record<CountedBy, number>>;
  readonly declines: Readonly<Record<CountedBy, number>>;
};
export type CountedBy = 'subject' | 'address' | 'card' | 'brand';

/** Payments by other cards (docs/areas/top-ups.md, "Card numbers are typed at the gateway"). */
export const GATEWAY: GatewaySettings = {
  sessionMs: 20 * MINUTE_MS,
  askAfterMs: 5 * MINUTE_MS,
  noticeAgainMs: 30_000,
  askEveryMs: 2_000,
  keptInMs: 24 * HOUR_MS,
  testing: {
    windowMs: HOUR_MS,
    closedMs: HOUR_MS,
    attempts: { subject: 20, address: 30, card: 20, brand: 2_000 },
    declines: { subject: 5, address: 10, card: 5, brand: 200 },
  },
};

const shape = z.object(gatewayEnvironment);
type Environment = z.output<typeof shape> & { readonly WATTLE_MODE: 'sandbox' | 'production' };

export function gatewayServiceSettings(value: Environment): GatewayServiceSettings | undefined {
  refuseHalves(value, [
    'WATTLE_GATEWAY_URL',
    'WATTLE_GATEWAY_API_KEY',
    'WATTLE_GATEWAY_NOTICE_KEY',
    'WATTLE_GATEWAY_PAGE_ORIGIN',
  ]);
  const {
    WATTLE_GATEWAY_URL: url,
    WATTLE_GATEWAY_API_KEY: apiKey,
    WATTLE_GATEWAY_NOTICE_KEY: noticeKey,
    WATTLE_GATEWAY_PAGE_ORIGIN: page,
  } = value;
  if (!url || !apiKey || !noticeKey || !page) return undefined;
  for (const [name, address] of [
    ['WATTLE_GATEWAY_URL', url],
    ['WATTLE_GATEWAY_PAGE_ORIGIN', page],
  ] as const) {
    if (value.WATTLE_MODE === 'production' && address.startsWith('http:') && !isOnThisMachine(address)) {
      throw new ConfigError(`${name}: must be https, payments go there`);
    }
  }
  return { url, apiKey, noticeKey: Buffer.from(noticeKey, 'hex'), pageOrigin: new URL(page).origin };
}
