import * as z from 'zod/mini';
import { tokenResponse } from '../access/sign-in.ts';
import { activationPin } from '../activation/steps.ts';
import { OUT_OF_TURN } from '../activation/activation.ts';
import { ACTIVATION, operation, WEB_ACCOUNT } from '../operation.ts';
import { SIGNED_IN_OR_VIEW } from '../viewed.ts';
import { cardBody, cardReference, money } from '../wire.ts';

/** Fee for upgrading a card to a reloadable one. */
export const getCardUpgradeFee = operation({
  name: 'getCardUpgradeFee',
  method: 'POST',
  reads: true,
  path: 'card/getCardUpgradeFee',
  auth: SIGNED_IN_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Fee for upgrading a card',
  body: cardBody,
  response: z.object({
    /** Dollars. */
    UpgradeFee: money,
  }),
  errors: ['invalid_card_details'],
});

/**
 * Asks for a reloadable card in place of this one and takes the fee from the account. The programme grants or refuses
 * it; a refusal refunds the fee.
 */
export const requestUpgrade = operation({
  name: 'requestUpgrade',
  method: 'POST',
  path: 'card/requestUpgrade',
  auth: WEB_ACCOUNT,
  proof: 'session',
  money: true,
  ids: { Card: 'card' },
  summary: 'Request the upgrade of a card',
  body: z.object({ Card: cardReference }),
  response: z.object({
    result: z.literal(true),
    ReferenceNumber: z.string(),
    /** Dollars that were charged. */
    Fee: money,
  }),
  errors: ['invalid_card_details', 'card_problem', 'fee_not_covered', 'key_reused'],
});

/**
 * Added: begins the upgrade of someone who has a card and no login, or goes on with it. Answers the tokens of the
 * set-up, which ends with a new login (card/signupAndUpgrade) or is taken by an existing one (`upgradeAccessToken`).
 */
export const beginUpgrade = operation({
  name: 'beginUpgrade',
  method: 'POST',
  path: 'card/beginUpgrade',
  auth: ['card'],
  proof: 'fresh',
  ids: {},
  summary: 'Begin the upgrade of a card that has no login',
  response: tokenResponse,
  errors: ['card_problem', 'fee_not_covered'],
});

/**
 * Creates a login from the entered details, adds the card to it and requests the upgrade of the card. A repeat in the
 * same set-up returns the same answer and changes nothing, so the call needs no idempotency key.
 */
export const signupAndUpgrade = operation({
  name: 'signupAndUpgrade',
  method: 'POST',
  path: 'card/signupAndUpgrade',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Make a login for a card, and request its upgrade',
  body: z.object({ pin: activationPin }),
  response: z.object({
    IsSuccessful: z.literal(true),
    CardNumberSuffix: z.string(),
    MaskedCardNumber: z.string(),
    LoginName: z.string(),
    ReferenceNumber: z.string(),
    /** Dollars that were charged. */
    Fee: money,
  }),
  errors: [...OUT_OF_TURN, 'email_taken', 'kyc_needed', 'kyc_failed', 'fee_not_covered'],
  errorFields: { required_field: 'pin' },
});
