import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { accessCode, brandIdentifier, cardId, cardNumber, requiredText } from '../wire.ts';

/** Every grant says for which brand it is; tenantId and brandId are checked against it, never trusted. */
const brandFields = {
  brand: brandIdentifier,
  tenantId: z.string().check(z.regex(/^\d{1,9}$/, 'required')),
  brandId: z.string().check(z.regex(/^\d{1,9}$/, 'required')),
};

const flag = z.optional(z.enum(['true', 'false'], 'required'));

/** A card number (16 or 19 digits), or a card id (11) where the brand uses card ids. */
const cardGrant = z.object({
  grant_type: z.literal('card'),
  ...brandFields,
  cardnumber: z.union([cardNumber, cardId], 'cardNumberInvalid'),
  accesscode: accessCode,
});

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  ...brandFields,
  userName: requiredText,
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required')),
  rememberMe: flag,
});

/**
 * `active` says whether a person used the page since the last refresh. Only then does the idle
 * time start anew, so that polling never keeps a session alive.
 */
const refreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  ...brandFields,
  refresh_token: requiredText,
  active: flag,
});

export const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds until the access token ends. */
  expires_in: z.number(),
  refresh_token: z.string(),
  IsSessionExpiryWarningEnabled: z.boolean(),
  /** Milliseconds before the end of the idle time at which the warning shows. */
  SessionExpiryWarningMilliseconds: z.number(),
  /** Milliseconds of idle time after which the session ends. */
  SessionExpiryTotalMilliseconds: z.number(),
});
export type TokenResponse = z.output<typeof tokenResponse>;

/**
 * Signs a cardholder in or renews a session. A wrong secret and an unknown name get the same
 * answer after the same time: 10000 for cards, 20040 for accounts.
 */
export const token = operation({
  name: 'token',
  method: 'POST',
  path: 'token',
  encoding: 'form',
  auth: 'public',
  summary: 'Sign in, or renew a session',
  body: z.discriminatedUnion('grant_type', [cardGrant, passwordGrant, refreshGrant], 'required'),
  response: tokenResponse,
  errors: [
    'required_field',
    'invalid_card_details',
    'login_failed',
    'account_locked',
    'login_locked_or_token_expired',
  ],
});
