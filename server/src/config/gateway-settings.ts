import * as z from 'zod';
import { demandsTls, type Mode, rulesOf } from './mode.ts';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';

/** Providers of payments by card. Each has its settings here and its line in outside/gateway/providers.ts. */
export const GATEWAY_PROVIDERS = ['hostedPage', 'stripe', 'adyen'] as const;

/** Kinds of cards, as their issuers say. */
export const FUNDINGS = ['credit', 'debit', 'prepaid', 'unknown'] as const;
type Funding = (typeof FUNDINGS)[number];

const refusedFunding = z
  .string()
  .regex(/^(none|(credit|debit|prepaid|unknown)(\s*,\s*(credit|debit|prepaid|unknown))*)$/, {
    error: `must be none, or of ${FUNDINGS.join(', ')}`,
  })
  .transform((text) => FUNDINGS.filter((funding) => text.includes(funding)));

/** A restricted key or a secret one, and not a publishable one. */
export const STRIPE_KEY = /^(rk|sk)_(live|test)_\w{10,250}$/;
/** Secret of a webhook endpoint, with its prefix. */
export const STRIPE_SECRET = /^whsec_[\w+/=-]{10,250}$/;
const stripeSecret = z.string().regex(STRIPE_SECRET, 'must be the signing secret of a webhook endpoint, whsec_…');
/** Name of a merchant account at Adyen. */
export const MERCHANT_ACCOUNT = /^[\w.-]{1,80}$/;
/** Key of a webhook of Adyen. */
export const HMAC_KEY = /^[0-9a-f]{64}$/i;
/** Key of the notices of a hosted page. */
export const NOTICE_KEY = /^([0-9a-f]{2}){24,}$/i;

/** Settings of the payment gateway, a part of the environment (config.ts). */
export const gatewayEnvironment = {
  WATTLE_GATEWAY_PROVIDER: z
    .enum(GATEWAY_PROVIDERS, { error: `must be one of ${GATEWAY_PROVIDERS.join(', ')}` })
    .default('hostedPage'),
  WATTLE_GATEWAY_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_GATEWAY_API_KEY: z.string().optional(),
  /** Signs the notices of the gateway. */
  WATTLE_GATEWAY_NOTICE_KEY: z.string().regex(NOTICE_KEY, 'must be hexadecimal, 24 bytes or more').optional(),
  /** Origin of its payment page. */
  WATTLE_GATEWAY_PAGE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_STRIPE_KEY: z.string().regex(STRIPE_KEY, 'must be a key of the API, rk_live_… or rk_test_…').optional(),
  WATTLE_STRIPE_WEBHOOK_SECRET: stripeSecret.optional(),
  /** The one before, while the endpoint still signs with it. */
  WATTLE_STRIPE_WEBHOOK_SECRET_OLD: stripeSecret.optional(),
  WATTLE_STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Origin of the account's payment page, where it has another domain. */
  WATTLE_STRIPE_PAGE_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Base of Adyen's Checkout API, without its version. */
  WATTLE_ADYEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_ADYEN_API_KEY: z.string().optional(),
  WATTLE_ADYEN_MERCHANT: z.string().regex(MERCHANT_ACCOUNT, 'must be the name of a merchant account').optional(),
  /** Signs its notices, and did before while it is replaced. */
  WATTLE_ADYEN_HMAC: z.string().regex(HMAC_KEY, 'must be 64 hexadecimal digits').optional(),
  WATTLE_ADYEN_HMAC_OLD: z.string().regex(HMAC_KEY, 'must be 64 hexadecimal digits').optional(),
  /** Key of its user for reports. */
  WATTLE_ADYEN_REPORT_KEY: z.string().optional(),
  WATTLE_ADYEN_REPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Kinds of cards that pay for no top-up, and for no purchase. */
  WATTLE_GATEWAY_TOP_UP_REFUSES: refusedFunding.default(['prepaid']),
  WATTLE_GATEWAY_PURCHASE_REFUSES: refusedFunding.default([]),
  /** Countries of the issuers whose cards may pay. */
  WATTLE_GATEWAY_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/, 'must be codes of countries, as AU,NZ')
    .transform((text) => text.split(',').map((country) => country.trim()))
    .optional(),
  /** How the page of the sandbox's gateway is opened. */
  WATTLE_SANDBOX_GATEWAY_PAGE: z.enum(['frame', 'redirect']).default('frame'),
};

/** An account at a payment gateway, by its provider. */
export type GatewayServiceSettings = HostedPageSettings | StripeSettings | AdyenSettings;

/** A payment gateway that hosts its payment page and speaks our own words. */
export type HostedPageSettings = {
  readonly provider: 'hostedPage';
  readonly url: string;
  readonly apiKey: string;
  /** Signs its notices. */
  readonly noticeKey: Uint8Array;
  /** Where its payment page lies. */
  readonly pageOrigin: string;
};

/** An account at Stripe. */
export type StripeSettings = {
  readonly provider: 'stripe';
  readonly url: string;
  readonly key: string;
  /** Those that sign its events: the present one, and the one before while it is rolled. */
  readonly noticeSecrets: readonly string[];
  /** Where its payment page lies. */
  readonly pageOrigin: string;
};

export const STRIPE = { url: 'https://api.stripe.com', pageOrigin: 'https://checkout.stripe.com' } as const;

/** A merchant account at Adyen. */
export type AdyenSettings = {
  readonly provider: 'adyen';
  /** Base of the Checkout API, without its version. Live: with the prefix of the company. */
  readonly url: string;
  readonly apiKey: string;
  readonly merchantAccount: string;
  /** Sign its notices: the current one, and the one before while it is replaced. */
  readonly hmacKeys: readonly Uint8Array[];
  /** Where its reports are fetched, and by which key. Absent: they are not. */
  readonly reports?: { readonly url: string; readonly key: string } | undefined;
};

/** Host of reports of a test account and of a live one. */
export const adyenReports = (mode: Mode): string =>
  rulesOf(mode).hasSandboxSystems ? 'https://ca-test.adyen.com' : 'https://ca-live.adyen.com';

/** Cards of others that may pay. */
export type PayerRules = {
  readonly refusesFunding: Readonly<Record<'topUp' | 'purchase', readonly Funding[]>>;
  /** ISO 3166-1 alpha-2; undefined: all. */
  readonly countries: readonly string[] | undefined;
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
  /** The same after a warning that the holder of the card did not pay. */
  readonly keptAfterWarningMs: number;
  /** How the page of the sandbox's gateway is opened. */
  readonly sandboxPage: 'frame' | 'redirect';
  readonly testing: CardTestingRules;
  readonly payers: PayerRules;
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
const GATEWAY: Omit<GatewaySettings, 'payers' | 'sandboxPage'> = {
  sessionMs: 20 * MINUTE_MS,
  askAfterMs: 5 * MINUTE_MS,
  noticeAgainMs: 30_000,
  askEveryMs: 2_000,
  keptInMs: 24 * HOUR_MS,
  keptAfterWarningMs: 30 * 24 * HOUR_MS,
  testing: {
    windowMs: HOUR_MS,
    closedMs: HOUR_MS,
    attempts: { subject: 20, address: 30, card: 20, brand: 2_000 },
    declines: { subject: 5, address: 10, card: 5, brand: 200 },
  },
};

const shape = z.object(gatewayEnvironment);
type Environment = z.output<typeof shape> & { readonly WATTLE_MODE: Mode };

export function gatewaySettings(value: Environment): GatewaySettings {
  return {
    ...GATEWAY,
    sandboxPage: value.WATTLE_SANDBOX_GATEWAY_PAGE,
    payers: {
      refusesFunding: {
        topUp: value.WATTLE_GATEWAY_TOP_UP_REFUSES,
        purchase: value.WATTLE_GATEWAY_PURCHASE_REFUSES,
      },
      countries: value.WATTLE_GATEWAY_COUNTRIES,
    },
  };
}

type Name = keyof typeof gatewayEnvironment;

type Provider = (typeof GATEWAY_PROVIDERS)[number];

/** Settings of each provider's account. */
const SETTINGS_OF = {
  hostedPage: [
    'WATTLE_GATEWAY_URL',
    'WATTLE_GATEWAY_API_KEY',
    'WATTLE_GATEWAY_NOTICE_KEY',
    'WATTLE_GATEWAY_PAGE_ORIGIN',
  ],
  stripe: [
    'WATTLE_STRIPE_KEY',
    'WATTLE_STRIPE_WEBHOOK_SECRET',
    'WATTLE_STRIPE_WEBHOOK_SECRET_OLD',
    'WATTLE_STRIPE_URL',
    'WATTLE_STRIPE_PAGE_ORIGIN',
  ],
  adyen: [
    'WATTLE_ADYEN_URL',
    'WATTLE_ADYEN_API_KEY',
    'WATTLE_ADYEN_MERCHANT',
    'WATTLE_ADYEN_HMAC',
    'WATTLE_ADYEN_HMAC_OLD',
    'WATTLE_ADYEN_REPORT_KEY',
    'WATTLE_ADYEN_REPORT_URL',
  ],
} as const satisfies Readonly<Record<Provider, readonly Name[]>>;

/** The account of the environment. Undefined: it has none. */
export function gatewayServiceSettings(value: Environment): GatewayServiceSettings | undefined {
  const provider = value.WATTLE_GATEWAY_PROVIDER;
  const faults = GATEWAY_PROVIDERS.flatMap((of) =>
    SETTINGS_OF[of].flatMap((name) =>
      of === provider || value[name] === undefined
        ? []
        : [`${name}: is of the provider ${of}, and WATTLE_GATEWAY_PROVIDER is ${provider}`],
    ),
  );
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  switch (provider) {
    case 'hostedPage':
      return hostedPageSettings(value);
    case 'stripe':
      return stripeSettings(value);
    case 'adyen':
      return adyenSettings(value);
  }
}

function stripeSettings(value: Environment): StripeSettings {
  const { WATTLE_STRIPE_KEY: key, WATTLE_STRIPE_WEBHOOK_SECRET: secret } = value;
  const { WATTLE_STRIPE_WEBHOOK_SECRET_OLD: old, WATTLE_STRIPE_PAGE_ORIGIN: page = STRIPE.pageOrigin } = value;
  refusePlain(value, ['WATTLE_STRIPE_URL', 'WATTLE_STRIPE_PAGE_ORIGIN']);
  if (key === undefined || secret === undefined) {
    const missing = SETTINGS_OF.stripe.slice(0, 2).filter((name) => value[name] === undefined);
    throw new ConfigError(missing.map((name) => `${name}: is missing, WATTLE_GATEWAY_PROVIDER is stripe`).join('\n'));
  }
  const fault = wrongMode(key, value.WATTLE_MODE);
  if (fault !== undefined) throw new ConfigError(`WATTLE_STRIPE_KEY: ${fault}`);
  return {
    provider: 'stripe',
    url: value.WATTLE_STRIPE_URL ?? STRIPE.url,
    key,
    noticeSecrets: old === undefined ? [secret] : [secret, old],
    pageOrigin: new URL(page).origin,
  };
}

/** A key that takes real money in a sandbox or in staging, or none in production. */
export function wrongMode(key: string, mode: Mode): string | undefined {
  const isLive = key.includes('_live_');
  if (rulesOf(mode).hasSandboxSystems)
    return isLive ? `takes real money, and this is ${mode === 'sandbox' ? 'a sandbox' : mode}` : undefined;
  return isLive ? undefined : 'is of test mode, where anyone pays without money';
}

function hostedPageSettings(value: Environment): HostedPageSettings | undefined {
  refuseHalves(value, SETTINGS_OF.hostedPage);
  const {
    WATTLE_GATEWAY_URL: url,
    WATTLE_GATEWAY_API_KEY: apiKey,
    WATTLE_GATEWAY_NOTICE_KEY: noticeKey,
    WATTLE_GATEWAY_PAGE_ORIGIN: page,
  } = value;
  if (!url || !apiKey || !noticeKey || !page) return undefined;
  refusePlain(value, ['WATTLE_GATEWAY_URL', 'WATTLE_GATEWAY_PAGE_ORIGIN']);
  const pageOrigin = new URL(page).origin;
  return { provider: 'hostedPage', url, apiKey, noticeKey: Buffer.from(noticeKey, 'hex'), pageOrigin };
}

function adyenSettings(value: Environment): AdyenSettings {
  const { WATTLE_ADYEN_URL: url, WATTLE_ADYEN_API_KEY: apiKey, WATTLE_ADYEN_MERCHANT: merchantAccount } = value;
  const { WATTLE_ADYEN_HMAC: hmac, WATTLE_ADYEN_HMAC_OLD: old } = value;
  if (url === undefined || apiKey === undefined || merchantAccount === undefined || hmac === undefined) {
    const missing = SETTINGS_OF.adyen.slice(0, 4).filter((name) => value[name] === undefined);
    throw new ConfigError(missing.map((name) => `${name}: is missing, WATTLE_GATEWAY_PROVIDER is adyen`).join('\n'));
  }
  refusePlain(value, ['WATTLE_ADYEN_URL', 'WATTLE_ADYEN_REPORT_URL']);
  const fault = wrongAdyenUrl(url, value.WATTLE_MODE);
  if (fault !== undefined) throw new ConfigError(`WATTLE_ADYEN_URL: ${fault}`);
  const { WATTLE_ADYEN_REPORT_KEY: key, WATTLE_ADYEN_REPORT_URL: reportUrl = adyenReports(value.WATTLE_MODE) } = value;
  if (key === undefined && value.WATTLE_ADYEN_REPORT_URL !== undefined) {
    throw new ConfigError('WATTLE_ADYEN_REPORT_KEY: is missing, WATTLE_ADYEN_REPORT_URL is set');
  }
  const reports = key === undefined ? undefined : { url: reportUrl, key };
  return { provider: 'adyen', url, apiKey, merchantAccount, hmacKeys: hmacKeysOf(hmac, old), reports };
}

/** An address with the version, or of an account that takes real money in a sandbox or in staging, or none in production. */
export function wrongAdyenUrl(url: string, mode: Mode): string | undefined {
  const { hostname, pathname } = new URL(url);
  if (/^\/(.*\/)?v\d+\/?$/.test(pathname)) return 'must be without the version';
  if (rulesOf(mode).hasSandboxSystems)
    return hostname.endsWith('.adyenpayments.com') ? 'must be that of a test account' : undefined;
  return hostname === 'checkout-test.adyen.com' ? 'must be that of the live account' : undefined;
}

export function hmacKeysOf(...keys: readonly (string | undefined)[]): readonly Uint8Array[] {
  return keys.flatMap((key) => (key === undefined ? [] : [Buffer.from(key, 'hex')]));
}

/** Refuses addresses outside of the sandbox whose calls could be intercepted. */
function refusePlain(value: Environment, names: readonly Name[]): void {
  for (const name of names) {
    const address = value[name];
    if (typeof address !== 'string' || !demandsTls(value.WATTLE_MODE)) continue;
    if (address.startsWith('http:') && !isOnThisMachine(address)) {
      throw new ConfigError(`${name}: must be https, payments go there`);
    }
  }
}
