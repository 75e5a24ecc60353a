import * as z from 'zod/mini';
import { CARD_ACCESS, operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { typed } from '../typed.ts';

/**
 * Answers the card id and a new access code for the PIN of a card, so that its holder can sign in with them. The old
 * code and the token are no longer valid. 20050 for a wrong PIN, an unknown card, and any request within 24 hours after
 * the third wrong PIN. Attempts are counted apart from those of the card network, so that this call cannot lock a card.
 */
export const getCardAccessDetails = operation({
  name: 'getCardAccessDetails',
  method: 'POST',
  reads: true,
  path: 'cardaccess/details',
  auth: CARD_ACCESS,
  proof: carriedBy('PinNumber'),
  ids: { PinNumber: 'proof' },
  summary: 'Card id and a fresh access code, by PIN',
  body: z.object({
    PinNumber: z.string().check(typed.digits(), typed.required(), z.regex(/^[^\s]{4}$/, 'cardAccessPinNumberInvalid')),
  }),
  response: z.object({ CardId: z.string(), AccessCode: z.string() }),
  errors: ['identity_not_verified'],
});
