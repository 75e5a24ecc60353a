import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { activationCode, cardReference, maskedCardNumber } from '../../wire.ts';
import { activationPin } from '../activate-card.ts';
import { ALLOCATED_CARD, BEFORE_PIN } from './added-card.ts';

/** Activates a card of the caller's list with its code and a PIN. Of a card with an upgrade, the upgraded one. */
export const activateAllocatedCard = operation({
  name: 'activateAllocatedCard',
  method: 'POST',
  path: 'card/activateAllocatedCard',
  auth: WEB_ACCOUNT,
  proof: carriedBy('code'),
  ids: { Card: 'waitingCard' },
  summary: 'Activate an allocated card',
  body: z.object({
    Card: cardReference,
    code: activationCode,
    /** Left out for a card that has none. */
    pin: z.optional(activationPin),
  }),
  response: z.object({ MaskedCardNumber: maskedCardNumber }),
  errors: [...ALLOCATED_CARD, ...BEFORE_PIN],
  errorFields: { activation_code_wrong: 'code' },
});
