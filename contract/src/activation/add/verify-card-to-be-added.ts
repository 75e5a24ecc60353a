import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { accessCode, activationCode, cardId, cardNumber } from '../../wire.ts';
import { CARD_TO_TAKE, provedCard } from './added-card.ts';

/** A card that is added is named by its number, or card id where the brand uses card ids. */
export const cardToAdd = z.union([cardNumber, cardId], 'cardNumberInvalid');

/** The activation code of a reloadable card, the access code of another one. */
export const codeOfCard = z.union([activationCode, accessCode], 'activiationCodeInvalid');

/**
 * Checks the number and code of a card that a signed-in person adds to their login. A card that waits for its
 * activation is activated for this login from then on. 10001 where the brand keeps cards apart.
 */
export const verifyCardToBeAdded = operation({
  name: 'verifyCardToBeAdded',
  method: 'POST',
  path: 'card/verifyCardToBeAdded',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { number: 'proof' },
  summary: 'Check a card that is to be added',
  body: z.object({ number: cardToAdd, code: codeOfCard, reloadable: z.boolean('required') }),
  response: provedCard,
  errors: [...CARD_TO_TAKE, 'access_code_wrong'],
  errorFields: {
    activation_code_wrong: 'code',
    access_code_wrong: 'code',
    card_linked: 'number',
    card_not_of_login: 'number',
    card_linked_elsewhere: 'number',
    card_activated_already: 'number',
    card_problem: 'number',
  },
});
