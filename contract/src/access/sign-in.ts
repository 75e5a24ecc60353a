import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import {
  accessCode,
  accountNumber,
  activationCode,
  brandIdentifier,
  cardId,
  cardNumber,
  requiredText,
} from '../wire.ts';
import { activationFacts } from '../activation/activation.ts';
import { letterReference } from '../activation/letter.ts';
import { deviceUuid, userAgent } from '../devices/device.ts';
import { passcode } from './passcodes.ts';
import { typed } from '../typed.ts';

/** Every grant names its brand. tenantId and brandId are checked against the brand, never trusted. */
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

/** A card number as the card access screen checks it: 16 or 19 digits, with its own message. */
const cardAccessNumber = z
  .string()
  .check(typed.digits(), typed.required(), z.regex(/^(\d{16}|\d{19})$/, 'cardAccessCardNumberInvalid'));

/**
 * Names a card whose access details someone has forgotten. Any well-formed number gets a token, so that no one learns
 * which exist; the PIN decides (cardaccess/details).
 */
const cardAccessGrant = z.object({
  grant_type: z.literal('cardaccess'),
  ...brandFields,
  cardnumber: cardAccessNumber,
});

/** Names an account whose password someone has forgotten. Given for any well-formed number. */
const accountNumberGrant = z.object({
  grant_type: z.literal('accountnumber'),
  ...brandFields,
  accountNumber,
});

/**
 * Begins or resumes the activation of a card, by its number (or card id, as the brand has it) and activation code.
 * `letterReference`, added, stands in place of the number: it names the card of a letter.
 */
const verifyActivationGrant = z
  .object({
    grant_type: z.literal('verifyactivation'),
    ...brandFields,
    cardNumber: z.optional(z.union([cardNumber, cardId], 'cardNumberInvalid')),
    letterReference: z.optional(letterReference),
    activationCode,
  })
  .check(
    z.refine((named) => (named.cardNumber === undefined) !== (named.letterReference === undefined), {
      error: 'required',
      path: ['cardNumber'],
    }),
  );

/** The device proves its identity by the cookie that it got when its passcode was set. */
const passcodeGrant = z.object({
  grant_type: z.literal('passcode'),
  ...brandFields,
  passcode,
  userAgent,
  deviceId: deviceUuid,
});

/** Response that the passkey signed: a SignedCredential as JSON text. */
const passkeyGrant = z.object({
  grant_type: z.literal('passkey'),
  ...brandFields,
  credential: z.string().check(z.minLength(1, 'required'), z.maxLength(20_000, 'required')),
});

/**
 * `rememberMe` true: the browser may show the name masked next time and send it so; false: it forgets the name. A card
 * that waits for its activation is linked to the login by its number and code, or by the access token of its
 * activation, which a reload does not take away. A card in use that is to be upgraded is linked by the access token of
 * its sign-in, or of the set-up that card/beginUpgrade has begun.
 */
const passwordGrant = z.object({
  grant_type: z.literal('password'),
  ...brandFields,
  userName: requiredText,
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(400, 'required')),
  rememberMe: flag,
  cardNumber: z.optional(z.union([cardNumber, cardId], 'cardNumberInvalid')),
  activationCode: z.optional(activationCode),
  activationToken: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(2000, 'required'))),
  upgradeAccessToken: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(2000, 'required'))),
});

/**
 * `active` says whether a person used the page since the last refresh. Only then does the idle time start again, so
 * that polling never keeps a session alive.
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
  /** Present for grant `verifyactivation` only. */
  ...z.partial(activationFacts).shape,
});
export type TokenResponse = z.output<typeof tokenResponse>;

/**
 * Signs a cardholder in or renews a session. A wrong secret and an unknown name get the same
 * answer after the same time: 10000 for cards, 20051 for activations, 20040 for accounts.
 */
export const token = operation({
  name: 'token',
  method: 'POST',
  path: 'token',
  encoding: 'form',
  auth: 'public',
  proof: carriedBy('password', 'passcode', 'credential', 'accesscode', 'activationCode', 'refresh_token'),
  summary: 'Sign in, or renew a session',
  body: z.discriminatedUnion(
    'grant_type',
    [
      cardGrant,
      passwordGrant,
      passcodeGrant,
      passkeyGrant,
      cardAccessGrant,
      accountNumberGrant,
      verifyActivationGrant,
      refreshGrant,
    ],
    'required',
  ),
  response: tokenResponse,
  errors: [
    'required_field',
    'invalid_card_details',
    'login_failed',
    'wrong_origin',
    'account_locked',
    'login_locked_or_token_expired',
    'login_again',
    'passcode_wrong',
    'passcode_locked',
    'card_problem',
    'card_activated_already',
    'activation_code_wrong',
    'card_not_of_login',
    'identity_not_verified',
    'card_linked_elsewhere',
    'token_invalid',
  ],
});

/**
 * The username that this browser remembers for a brand, masked (`a••••@e••••.com`); null if it remembers none. A
 * sign-in sends the masked name unchanged. A useless cookie is cleared.
 */
export const getRememberedUser = operation({
  name: 'getRememberedUser',
  method: 'GET',
  path: 'onlineAccount/RememberedUser',
  auth: 'public',
  proof: 'none',
  summary: 'The username that this browser remembers',
  query: z.object({ brand: brandIdentifier }),
  response: z.object({ UserName: z.nullable(z.string()) }),
  errors: ['required_field'],
});
