import * as z from 'zod';
import type { Mode } from '../../config/mode.ts';
import {
  adyenReports,
  type GatewayServiceSettings,
  HMAC_KEY,
  hmacKeysOf,
  MERCHANT_ACCOUNT,
  NOTICE_KEY,
  STRIPE,
  STRIPE_KEY,
  STRIPE_SECRET,
  wrongAdyenUrl,
  wrongMode,
} from '../../config/gateway-settings.ts';

/**
 * Name of a secret of a programme. The database keeps only the name, and the environment the secret, in a setting that
 * begins with the programme's number: so no programme can name a secret of another.
 */
export const SECRET_NAME = /^[A-Z][A-Z\d_]{0,39}$/;

export const secretName = z.string().regex(SECRET_NAME);
const httpUrl = z.url({ protocol: /^https?$/ });

const pageOrigin = httpUrl.transform((page) => new URL(page).origin);

/** Fields of an account at each provider. Secrets are named. */
const hostedPage = z.object({
  provider: z.literal('hostedPage'),
  url: httpUrl,
  apiKey: secretName,
  noticeKey: secretName,
  pageOrigin,
});
const stripe = z.object({
  provider: z.literal('stripe'),
  apiKey: secretName,
  noticeKey: secretName,
  /** The secret before, while the endpoint still signs with it. */
  oldNoticeKey: secretName.optional(),
  url: httpUrl.optional(),
  pageOrigin: pageOrigin.optional(),
});

const adyen = z.object({
  provider: z.literal('adyen'),
  url: httpUrl,
  apiKey: secretName,
  merchantAccount: z.string().regex(MERCHANT_ACCOUNT),
  noticeKey: secretName,
  /** While it is replaced. */
  oldNoticeKey: secretName.optional(),
  /** Secret of the user for reports; absent: no one fetches them. */
  reportKey: secretName.optional(),
});

export const givenGatewayAccount = z.discriminatedUnion('provider', [hostedPage, stripe, adyen]);

/** First field that the provider needs and that is not given, or that it does not take. */
export function faultInAccount(given: Readonly<Record<string, unknown>>): string | undefined {
  const read = givenGatewayAccount.safeParse(given);
  if (!read.success) return read.error.issues[0]?.path.join('.');
  return Object.keys(given).find((field) => given[field] !== undefined && !(field in read.data));
}

/** The account of a programme at a payment gateway, as it is stored: those of before had no provider. */
export const gatewayAccount = z.preprocess(
  (stored) => (typeof stored === 'object' ? { provider: 'hostedPage', ...stored } : stored),
  givenGatewayAccount,
);

export type GatewayAccount = z.output<typeof gatewayAccount>;

export type SecretOf = (name: string) => string | undefined;

/** Whether a secret has the form of its provider's. */
const IS_SECRET: Readonly<Record<GatewayAccount['provider'], (field: string, secret: string, mode: Mode) => boolean>> =
  {
    // A key that is not hexadecimal would be read as an empty one, with which anybody signs.
    hostedPage: (field, secret) => field === 'apiKey' || NOTICE_KEY.test(secret),
    stripe: (field, secret, mode) =>
      field === 'apiKey'
        ? STRIPE_KEY.test(secret) && wrongMode(secret, mode) === undefined
        : STRIPE_SECRET.test(secret),
    adyen: (field, secret) => field === 'apiKey' || field === 'reportKey' || HMAC_KEY.test(secret),
  };

/**
 * First field whose secret the environment lacks, or has in another form than the provider's, or whose address is not
 * of this mode.
 */
export function wrongFieldOf(account: GatewayAccount, secretOf: SecretOf, mode: Mode): string | undefined {
  const { provider, apiKey, noticeKey } = account;
  if (provider === 'adyen' && wrongAdyenUrl(account.url, mode) !== undefined) return 'url';
  const oldNoticeKey = provider === 'hostedPage' ? undefined : account.oldNoticeKey;
  const reportKey = provider === 'adyen' ? account.reportKey : undefined;
  const names = { apiKey, noticeKey, oldNoticeKey, reportKey };
  return Object.entries(names).find(([field, name]) => {
    if (name === undefined) return false;
    const secret = secretOf(name);
    return secret === undefined || !IS_SECRET[provider](field, secret, mode);
  })?.[0];
}

/** Settings of an account. Undefined: one of its secrets is missing or wrong, or its address is. */
export function settingsOfAccount(
  account: GatewayAccount,
  secretOf: SecretOf,
  mode: Mode,
): GatewayServiceSettings | undefined {
  if (wrongFieldOf(account, secretOf, mode) !== undefined) return undefined;
  const [apiKey = '', noticeKey = ''] = [secretOf(account.apiKey), secretOf(account.noticeKey)];
  switch (account.provider) {
    case 'hostedPage': {
      const { provider, url, pageOrigin: page } = account;
      return { provider, url, apiKey, noticeKey: Buffer.from(noticeKey, 'hex'), pageOrigin: page };
    }
    case 'adyen': {
      const { provider, url, merchantAccount, oldNoticeKey, reportKey } = account;
      const [old, key] = [oldNoticeKey, reportKey].map((name) => (name === undefined ? undefined : secretOf(name)));
      const reports = key === undefined ? undefined : { url: adyenReports(mode), key };
      return { provider, url, apiKey, merchantAccount, hmacKeys: hmacKeysOf(noticeKey, old), reports };
    }
    case 'stripe': {
      const { provider, url = STRIPE.url, pageOrigin: page = STRIPE.pageOrigin, oldNoticeKey } = account;
      const old = oldNoticeKey === undefined ? undefined : secretOf(oldNoticeKey);
      return {
        provider,
        url,
        key: apiKey,
        noticeSecrets: old === undefined ? [noticeKey] : [noticeKey, old],
        pageOrigin: page,
      };
    }
  }
}
