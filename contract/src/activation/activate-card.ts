import * as z from 'zod/mini';
import { ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { isTrivialPin } from '../rules/trivial-pin.ts';
import { OUT_OF_TURN } from './activation.ts';
import { typed } from '../typed.ts';

/** A PIN that somebody chooses: 4 digits, no repeats and no runs. The server refuses birth day and year besides. */
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
    /** The name of the login that the card belongs to; null for a card alone. */
    LoginName: z.nullable(z.string()),
  }),
  errors: [...OUT_OF_TURN, 'email_taken', 'kyc_needed', 'kyc_failed', 'identity_not_verified', 'card_linked_elsewhere'],
  errorFields: { required_field: 'pin' },
});
