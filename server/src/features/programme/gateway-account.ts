import * as z from 'zod';
import type { GatewayServiceSettings } from '../../config/gateway-settings.ts';

/**
 * Name of a secret of a programme. The database keeps only the name, and the environment the secret, in a setting that
 * begins with the programme's number: so no programme can name a secret of another.
 */
export const SECRET_NAME = /^[A-Z][A-Z\d_]{0,39}$/;

export const secretName = z.string().regex(SECRET_NAME);
export const httpUrl = z.url({ protocol: /^https?$/ });

/** The fields of an account at a payment gateway that a desk may give; which of them, its provider decides. */
const hostedPage = z.object({
  provider: z.literal('hostedPage'),
  url: httpUrl,
  apiKey: secretName,
  noticeKey: secretName,
  pageOrigin: httpUrl.transform((page) => new URL(page).origin),
});

export const givenGatewayAccount = z.discriminatedUnion('provider', [hostedPage]);

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

/** Settings of an account. Undefined: the environment lacks one of its secrets, or has another kind of text there. */
export function settingsOfAccount(
  account: GatewayAccount,
  secretOf: (name: string) => string | undefined,
): GatewayServiceSettings | undefined {
  const [apiKey, noticeKey] = [secretOf(account.apiKey), secretOf(account.noticeKey)];
  if (apiKey === undefined || noticeKey === undefined) return undefined;
  const { provider, url, pageOrigin } = account;
  return { provider, url, apiKey, noticeKey: Buffer.from(noticeKey, 'hex'), pageOrigin };
}
