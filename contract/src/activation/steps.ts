import * as z from 'zod/mini';
import { ACTIVATION, ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { activationView, OUT_OF_TURN } from './activation.ts';
import { isoDate, requiredText } from '../wire.ts';
import { carriedBy } from '../proof.ts';
import { typed } from '../typed.ts';
import { isTrivialPin } from '../rules/pin-choice.ts';

/** Added: the activation of this session, so that a reload goes on where it was. 404 where there is none. */
export const getActivation = operation({
  name: 'getActivation',
  method: 'GET',
  path: 'card/activation',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'The activation of this session',
  response: activationView,
  errors: ['not_found'],
});

/** The product of the card that is being activated, and its requirements. */
export const getCardProduct = operation({
  name: 'getCardProduct',
  method: 'POST',
  reads: true,
  path: 'card/getCardProduct',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Product of the card that is activated',
  response: z.object({
    ProductName: z.string(),
    CardProductTypeId: z.number(),
    CardScheme: z.string(),
    IsReloadable: z.boolean(),
    NeedsLogin: z.boolean(),
    NeedsPin: z.boolean(),
    eKycRequired: z.boolean(),
  }),
  errors: ['not_found'],
});

/** Added: accepts the terms of the card's product. `Version` is the one that was shown. */
export const acceptTerms = operation({
  name: 'acceptTerms',
  method: 'POST',
  path: 'card/acceptTerms',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'Accept the terms of a card',
  body: z.object({ Version: requiredText, AcceptedTerms: z.literal(true, 'required') }),
  response: activationView,
  errors: OUT_OF_TURN,
  errorFields: { required_field: 'AcceptedTerms' },
});

/** Proves identity by the mother's maiden name and the date of birth. Three tries, then 24 hours. */
export const verifyIdentity = operation({
  name: 'verifyIdentity',
  method: 'POST',
  path: 'card/verifyIdentity',
  auth: ACTIVATION,
  proof: carriedBy('MothersMaidenName'),
  ids: { Number: 'anyone' },
  summary: 'Verify identity by maiden name and date of birth',
  body: z.object({
    MothersMaidenName: z.string().check(...typed.answer(400)),
    DateOfBirth: isoDate,
    /** The card of the token is meant; another number is refused. */
    Number: z.optional(requiredText),
  }),
  response: activationView,
  errors: [...OUT_OF_TURN, 'identity_not_verified', 'identity_answers_locked'],
});

/** Added: consent at the end of account set-up. The check against official records is asked for where eKYC is. */
export const giveConsent = operation({
  name: 'giveConsent',
  method: 'POST',
  path: 'onlineAccount/GiveConsent',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Consent to the set-up of an account',
  body: z.object({
    AcceptedDisclosures: z.literal(true, 'required'),
    AcceptedIdentityCheck: z.boolean(),
    ProductMarketingEmail: z.boolean(),
    /** News of the programme. */
    CfsMarketingEmail: z.optional(z.boolean()),
  }),
  response: activationView,
  errors: OUT_OF_TURN,
  errorFields: { required_field: 'AcceptedIdentityCheck' },
});

/** A PIN that someone chooses: 4 digits, no repeats and no runs. The server refuses birth day and year besides. */
export const activationPin = z.string().check(
  typed.digits(),
  z.regex(/^\d{4}$/, 'tryAgainPinText'),
  z.refine((digits: string) => !isTrivialPin(digits), 'tryAgainPinText'),
);

/**
 * Activates the card of this session with all that was entered: holder, login, tax file number, PIN. Sent again in the
 * same activation, it answers the same and does nothing.
 */
export const activateCard = operation({
  name: 'activateCard',
  method: 'POST',
  path: 'card/activate',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: {},
  summary: 'Activate a card',
  body: z.object({
    /** Left out for a card that has none. */
    pin: z.optional(activationPin),
  }),
  response: z.object({
    IsSuccessful: z.literal(true),
    CardNumberSuffix: z.string(),
    /** The name of the login that the card belongs to; null for a card without a login. */
    LoginName: z.nullable(z.string()),
  }),
  errors: [...OUT_OF_TURN, 'email_taken', 'kyc_needed', 'kyc_failed', 'identity_not_verified', 'card_linked_elsewhere'],
  errorFields: { required_field: 'pin' },
});
