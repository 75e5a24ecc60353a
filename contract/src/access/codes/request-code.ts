import * as z from 'zod/mini';
import { brandIdentifier, compact, done } from '../../wire.ts';

/** A card id as the code requests check it: 11 digits, with a message of their own. */
const requestedCardId = z.pipe(
  z.pipe(z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'invalidCardIdLength')), z.transform(compact)),
  z.string().check(z.regex(/^\d{11}$/, 'invalidCardIdLength')),
);

/** Both requests take the same, and confirm the same whatever the card id: nobody learns which exist. */
export const codeRequest = z.object({ CardId: requestedCardId, Brand: brandIdentifier });
export const codeConfirmation = done;
