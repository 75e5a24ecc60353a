import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { CARD_NAME, CARD_NAME_MAXIMUM } from '../rules/card-name.ts';
import { accountNumber, cardBody, cardReference, done, expirationDate, maskedCardNumber, money } from '../wire.ts';
import { typed } from '../typed.ts';
import { carriedBy, freshWhen } from '../proof.ts';
import { isTrivialPin } from '../rules/pin-choice.ts';
import { currentPassword } from '../access/password.ts';

/** The cardholder's name for the card; the embossed name does not change. */
export const changeName = operation({
  name: 'changeName',
  method: 'POST',
  path: 'card/changeName',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Change the name of a card',
  body: z.object({
    Card: cardReference,
    CardName: z
      .string()
      .check(
        typed.name(),
        z.minLength(1, 'required'),
        z.maxLength(CARD_NAME_MAXIMUM, 'invalidCardName'),
        z.regex(CARD_NAME, 'invalidCardName'),
      ),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});

/** The daily spend limits that a card may have. */
export const getSpendLimits = operation({
  name: 'getSpendLimits',
  method: 'POST',
  reads: true,
  path: 'card/getSpendLimits',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Spend limits to choose from',
  body: cardBody,
  response: z.object({
    /** Dollars a day, rising. */
    PaymentLimits: z.array(money),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});

/** Sets the daily spend limit of a card. 20244 above the product's, 20010 for an amount that is not offered. */
export const changeSpendLimit = operation({
  name: 'changeSpendLimit',
  method: 'POST',
  path: 'card/changeSpendLimit',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the limit rises'),
  ids: { Card: 'card' },
  summary: 'Change the daily spend limit of a card',
  body: z.object({
    Card: cardReference,
    /** Whole dollars of the list, or -1 for the product's own limit. */
    NewSpendLimit: z.int('required').check(z.minimum(-1, 'required'), z.maximum(99_999, 'required')),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'required_field', 'limit_above_maximum'],
  errorFields: { required_field: 'NewSpendLimit', limit_above_maximum: 'NewSpendLimit' },
});

/** Sets the daily limit of an account for BPAY and transfers together. 20244 above the product's. */
export const changePaymentLimit = operation({
  name: 'changePaymentLimit',
  method: 'POST',
  path: 'card/changePaymentLimit',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the limit rises'),
  ids: { CardSummary: 'card' },
  summary: 'Change the daily payment limit of an account',
  body: z.object({
    /** A card of the account. */
    CardSummary: cardReference,
    /** Whole dollars. */
    NewPaymentLimit: z
      .int('errorPaymentLimitInvalid')
      .check(z.minimum(0, 'errorPaymentLimitInvalid'), z.maximum(99_999, 'errorPaymentLimitInvalid')),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'limit_above_maximum'],
  errorFields: { limit_above_maximum: 'NewPaymentLimit' },
});

/** Tap and go on or off, where the product lets the cardholder choose (10001). */
export const toggleContactless = operation({
  name: 'toggleContactless',
  method: 'POST',
  path: 'card/toggleContactless',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Turn contactless purchases on or off',
  body: z.object({ Card: cardReference, NewContactlessValue: z.boolean('required') }),
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});

/** A PIN that someone chooses: 4 digits, no repeats and no runs. */
export const newPin = z.string().check(
  typed.digits(),
  z.regex(/^\d{4}$/, 'tryAgainPinText'),
  z.refine((digits: string) => !isTrivialPin(digits), 'tryAgainPinText'),
);

/** 20010 with the field `pin` for the holder's birth day or year. */
export const changePin = operation({
  name: 'changePin',
  method: 'POST',
  path: 'card/changePin',
  auth: WEB_ACCOUNT,
  proof: carriedBy('password'),
  ids: { memberNumber: 'cardAccount', maskedCard: 'maskedCard', expiryDate: 'cardExpiry' },
  summary: 'Change the PIN of a card',
  body: z.object({
    memberNumber: accountNumber,
    maskedCard: maskedCardNumber,
    expiryDate: expirationDate,
    pin: newPin,
    /** The current password of the sign-in. */
    password: currentPassword,
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'required_field', 'current_password_wrong', 'account_locked'],
  errorFields: { current_password_wrong: 'password', required_field: 'pin' },
});
