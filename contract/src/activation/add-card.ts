import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import {
  accessCode,
  activationCode,
  brandIdentifier,
  cardId,
  cardNumber,
  cardReference,
  maskedCardNumber,
} from '../wire.ts';
import { carriedBy } from '../proof.ts';
import { activationPin } from './steps.ts';
import { ACTIVATION_STEPS } from './activation.ts';

/**
 * Whether a card that someone adds is reloadable. An unknown number is answered like a reloadable card's, and a person
 * asks about ten numbers a day, so that no one learns which exist.
 */
export const getCardType = operation({
  name: 'getCardType',
  method: 'POST',
  path: 'card/type',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { CardNumber: 'anyone' },
  summary: 'Whether a card is reloadable',
  body: z.object({ CardNumber: z.union([cardNumber, cardId], 'cardNumberInvalid') }),
  response: z.object({ IsReloadable: z.boolean() }),
  errors: ['login_locked_or_token_expired'],
});

/** Answer to a right code: the card, and the steps that come before choosing its PIN. */
export const provedCard = z.object({
  IsSuccessful: z.literal(true),
  CardNumberSuffix: z.string(),
  /** Null: the card is in use and only has to be added. */
  NextStep: z.nullable(z.enum(ACTIVATION_STEPS)),
});

/** Refusals of a card that someone wants to have in their login. */
export const CARD_TO_TAKE = [
  'activation_code_wrong',
  'login_locked_or_token_expired',
  'card_problem',
  'card_activated_already',
  'card_not_of_login',
  'card_linked',
  'card_linked_elsewhere',
  'identity_not_verified',
] as const;

/** Refusals of a card of the caller's list. */
export const ALLOCATED_CARD = [
  'invalid_card_details',
  'activation_code_wrong',
  'login_locked_or_token_expired',
  'card_problem',
  'card_activated_already',
  'identity_not_verified',
] as const;

/** Refusals of the activation of a card before its other steps are done. */
export const BEFORE_PIN = ['required_field', 'kyc_needed', 'kyc_failed'] as const;

/** A card that is added is named by its number, or card id where the brand uses card ids. */
export const cardToAdd = z.union([cardNumber, cardId], 'cardNumberInvalid');

/** The activation code of a reloadable card, the access code of another one. */
export const codeOfCard = z.union([activationCode, accessCode], 'activiationCodeInvalid');

/**
 * Checks the number and code of a card that a signed-in person adds to their login. A card that waits for its
 * activation is activated for this login from then on. 10001 where the brand keeps cards apart.
 */
export const verifyCardToBeAdded = operation({
  name: 'verifyCardToBeAdded',
  method: 'POST',
  path: 'card/verifyCardToBeAdded',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { number: 'proof' },
  summary: 'Check a card that is to be added',
  body: z.object({ number: cardToAdd, code: codeOfCard, reloadable: z.boolean('required') }),
  response: provedCard,
  errors: [...CARD_TO_TAKE, 'access_code_wrong'],
  errorFields: {
    activation_code_wrong: 'code',
    access_code_wrong: 'code',
    card_linked: 'number',
    card_not_of_login: 'number',
    card_linked_elsewhere: 'number',
    card_activated_already: 'number',
    card_problem: 'number',
  },
});

/**
 * Adds a card to the login: a new one is activated with its PIN, one that is in use is linked. 10001 where the brand
 * keeps cards apart.
 */
export const addCardToLogin = operation({
  name: 'addCardToLogin',
  method: 'POST',
  path: 'card/add',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { cardNumber: 'proof' },
  summary: 'Add a card to the login',
  body: z.object({
    cardNumber: cardToAdd,
    isReloadable: z.boolean('required'),
    code: codeOfCard,
    /** Left out for a card that has none. */
    pin: z.optional(activationPin),
    brandIdentifier,
  }),
  response: z.object({ MaskedCardNumber: maskedCardNumber }),
  errors: [...CARD_TO_TAKE, ...BEFORE_PIN, 'access_code_wrong'],
  errorFields: { activation_code_wrong: 'code', access_code_wrong: 'code' },
});

/** Checks the activation code of a card that is in the caller's list and waits for it, or of an upgraded one. */
export const verifyAllocatedActivationCode = operation({
  name: 'verifyAllocatedActivationCode',
  method: 'POST',
  path: 'card/verifyAllocatedActivationCode',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { Card: 'waitingCard' },
  summary: 'Check the activation code of an allocated card',
  body: z.object({ Card: cardReference, code: activationCode }),
  response: provedCard,
  errors: ALLOCATED_CARD,
  errorFields: { activation_code_wrong: 'code' },
});

/** Activates a card of the caller's list with its code and a PIN. Of a card with an upgrade, the upgraded one. */
export const activateAllocatedCard = operation({
  name: 'activateAllocatedCard',
  method: 'POST',
  path: 'card/activateAllocatedCard',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { Card: 'waitingCard' },
  summary: 'Activate an allocated card',
  body: z.object({
    Card: cardReference,
    code: activationCode,
    /** Left out for a card that has none. */
    pin: z.optional(activationPin),
  }),
  response: z.object({ MaskedCardNumber: maskedCardNumber }),
  errors: [...ALLOCATED_CARD, ...BEFORE_PIN],
  errorFields: { activation_code_wrong: 'code' },
});
