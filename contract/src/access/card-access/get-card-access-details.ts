import * as z from 'zod/mini';
import { CARD_ACCESS, operation } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';

/**
 * What somebody needs to sign in with a card, against its PIN: the card id and a fresh access code;
 * the old code dies, and so does the token. 20050 for a wrong PIN, an unknown card, and for 24 hours
 * after the third wrong PIN, whatever is sent then. Tries are counted apart from those of the card
 * network, so that nobody locks a card from here.
 */
export const getCardAccessDetails = operation({
  name: 'getCardAccessDetails',
  method: 'POST',
  path: 'cardaccess/details',
  auth: CARD_ACCESS,
  proof: carriedBy('PinNumber'),
  ids: { PinNumber: 'proof' },
  summary: 'Card id and a fresh access code, by PIN',
  body: z.object({
    PinNumber: z.string().check(z.minLength(1, 'required'), z.regex(/^[^\s]{4}$/, 'cardAccessPinNumberInvalid')),
  }),
  response: z.object({ CardId: z.string(), AccessCode: z.string() }),
  errors: ['identity_not_verified'],
});
