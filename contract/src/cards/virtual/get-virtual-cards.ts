import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { cardBody } from '../../wire.ts';

/** Whether virtual cards can be made after a card, and how many more. */
export const getVirtualCards = operation({
  name: 'getVirtualCards',
  method: 'POST',
  path: 'card/getVirtualCards',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'How many virtual cards can be made',
  body: cardBody,
  response: z.object({
    IsOffered: z.boolean(),
    /** As many can be made now. */
    CardsLeft: z.int(),
    /** As many can be made in a day, and be there at a time. */
    CardsADay: z.int(),
    MaximumCardCount: z.int(),
  }),
  errors: ['invalid_card_details'],
});
