import * as z from 'zod/mini';
import { activationPin } from '../../activation/activate-card.ts';
import { OUT_OF_TURN } from '../../activation/activation.ts';
import { ACTIVATION, operation } from '../../operation.ts';
import { money } from '../../wire.ts';

/**
 * Makes a login of all that was entered, gives it the card, and requests the upgrade of the card. Sent again in the
 * same set-up, it answers the same and does nothing, so it needs no key of its own.
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
