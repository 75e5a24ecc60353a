import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { activationCode, cardReference } from '../../wire.ts';
import { CARD_TO_TAKE, provedCard } from './added-card.ts';

/** Checks the activation code of a card that is in the caller's list and waits for it, or of an upgraded one. */
export const verifyAllocatedActivationCode = operation({
  name: 'verifyAllocatedActivationCode',
  method: 'POST',
  path: 'card/verifyAllocatedActivationCode',
  auth: WEB_ACCOUNT,
  summary: 'Check the activation code of an allocated card',
  body: z.object({ Card: cardReference, code: activationCode }),
  response: provedCard,
  errors: [...CARD_TO_TAKE, 'invalid_card_details'],
  errorFields: { activation_code_wrong: 'code' },
});
