import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { cardBody, expirationDate } from '../wire.ts';

/**
 * Number and CVV2 of an Active virtual card, for the 30 seconds that the screen shows them. Never
 * stored by anyone (no-store), written to the audit log, at most 5 an hour for a card (429).
 */
export const revealSecureDetails = operation({
  name: 'revealSecureDetails',
  method: 'POST',
  path: 'card/revealSecureDetails',
  auth: SIGNED_IN,
  proof: 'fresh',
  ids: { Card: 'card' },
  summary: "Show a virtual card's number and CVV2",
  body: cardBody,
  response: z.object({
    CardNumber: z.string().check(z.regex(/^(\d{16}|\d{19})$/)),
    ExpirationDate: expirationDate,
    Cvv2: z.string().check(z.regex(/^\d{3}$/)),
  }),
  errors: ['invalid_card_details', 'card_problem', 'too_many_requests'],
});
