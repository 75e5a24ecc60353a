import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { brandIdentifier, maskedCardNumber } from '../wire.ts';

/** Names a card in the QR code of its letter: 22 characters, random. */
export const letterReference = z.string().check(z.regex(/^[\w-]{22}$/, 'required'));

/**
 * Added: the card of a letter, by the reference of its QR code. It only reveals the mask; the activation code is always
 * typed. 20060 for one that is unknown or whose card is active, 20062 for one that has expired.
 */
export const getLetterCard = operation({
  name: 'getLetterCard',
  method: 'POST',
  reads: true,
  path: 'card/letterCard',
  auth: 'public',
  proof: carriedBy('LetterReference'),
  summary: 'The masked card of a letter',
  body: z.object({ brand: brandIdentifier, LetterReference: letterReference }),
  response: z.object({ MaskedCardNumber: maskedCardNumber }),
  errors: ['token_invalid', 'token_expired'],
});
