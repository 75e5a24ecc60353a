import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { brandIdentifier, maskedCardNumber } from '../../wire.ts';
import { activationPin } from '../activate-card.ts';
import { BEFORE_PIN, CARD_TO_TAKE } from './added-card.ts';
import { cardToAdd, codeOfCard } from './verify-card-to-be-added.ts';

/**
 * Adds a card to the login: a new one is activated with its PIN, one that is in use is linked. 10001 where the brand
 * keeps cards apart.
 */
export const addCardToLogin = operation({
  name: 'addCardToLogin',
  method: 'POST',
  path: 'card/add',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { cardNumber: 'proof' },
  summary: 'Add a card to the login',
  body: z.object({
    cardNumber: cardToAdd,
    isReloadable: z.boolean('required'),
    code: codeOfCard,
    /** Left out for a card that has none. */
    pin: z.optional(activationPin),
    brandIdentifier,
  }),
  response: z.object({ MaskedCardNumber: maskedCardNumber }),
  errors: [...CARD_TO_TAKE, ...BEFORE_PIN, 'access_code_wrong'],
  errorFields: { activation_code_wrong: 'code', access_code_wrong: 'code' },
});
