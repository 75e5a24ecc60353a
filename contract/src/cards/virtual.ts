import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { cardBody, cardReference, done } from '../wire.ts';
import { virtualCardKind } from './card.ts';

/** Whether a card can have virtual cards, and how many more. */
export const getVirtualCards = operation({
  name: 'getVirtualCards',
  method: 'POST',
  reads: true,
  path: 'card/getVirtualCards',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'How many virtual cards can be made',
  body: cardBody,
  response: z.object({
    IsOffered: z.boolean(),
    /** The number that can be made now. */
    CardsLeft: z.int(),
    /** The number that can be made in a day, and the number that can exist at a time. */
    CardsADay: z.int(),
    MaximumCardCount: z.int(),
  }),
  errors: ['invalid_card_details'],
});

/**
 * Creates a virtual card on the account of a card, for its primary holder. It works straight away. 10001 if the product
 * has no virtual cards, the card is not active, or the limit is reached.
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

/** Closes a virtual card that its holder has made, permanently. 10001 for any other card. */
export const deleteVirtualCard = operation({
  name: 'deleteVirtualCard',
  method: 'POST',
  path: 'card/deleteVirtual',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Close a virtual card',
  body: cardBody,
  response: done,
  errors: ['invalid_card_details', 'card_problem'],
});
