import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardReference } from '../../wire.ts';
import { virtualCardKind } from './virtual-card.ts';

/**
 * Makes a virtual card on the account of a card, for its primary holder. It works at once. 10001 where the product has
 * none, the card is not active, or as many were made as may be.
 */
export const createVirtualCard = operation({
  name: 'createVirtualCard',
  method: 'POST',
  path: 'card/createVirtual',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { Card: 'card' },
  summary: 'Make a virtual card',
  body: z.object({ Card: cardReference, Kind: virtualCardKind }),
  response: z.object({ Card: cardReference }),
  errors: ['invalid_card_details', 'card_problem'],
});
