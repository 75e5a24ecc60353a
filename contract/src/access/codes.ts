import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier, done } from '../wire.ts';
import { typed } from '../typed.ts';

/** A card id as the code requests check it: 11 digits, with their own message. */
const requestedCardId = z.string().check(typed.digits(), typed.required(), z.regex(/^\d{11}$/, 'invalidCardIdLength'));

/** Both requests have the same input and the same answer for every card id, so that no one learns which exist. */
export const codeRequest = z.object({ CardId: requestedCardId, Brand: brandIdentifier });

export const codeConfirmation = done;

/** Sends a new access code to the registered contact of a card; the old one stops working. 3 in 24 hours. */
export const requestAccessCode = operation({
  name: 'requestAccessCode',
  method: 'POST',
  path: 'card/requestAccessCode',
  auth: 'public',
  proof: 'none',
  summary: 'Request a new access code',
  body: codeRequest,
  response: codeConfirmation,
  errors: ['required_field'],
});

/** Sends a new activation code to the registered contact of a card that is not active yet. 3 in 24 hours. */
export const requestActivationCode = operation({
  name: 'requestActivationCode',
  method: 'POST',
  path: 'card/requestActivationCode',
  auth: 'public',
  proof: 'none',
  summary: 'Request a new activation code',
  body: codeRequest,
  response: codeConfirmation,
  errors: ['required_field'],
});
