import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { activationCode, cardReference } from '../../wire.ts';
import { ALLOCATED_CARD, provedCard } from './added-card.ts';

/** Checks the activation code of a card that is in the caller's list and waits for it, or of an upgraded one. */
export const verifyAllocatedActivationCode = operation({
  name: 'verifyAllocatedActivationCode',
  method: 'POST',
  path: 'card/verifyAllocatedActivationCode',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { Card: 'waitingCard' },
  summary: 'Check the activation code of an allocated card',
  body: z.object({ Card: cardReference, code: activationCode }),
  response: provedCard,
  errors: ALLOCATED_CARD,
  errorFields: { activation_code_wrong: 'code' },
});
