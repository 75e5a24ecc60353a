import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { cardListItem } from '../card.ts';

/** The caller's cards, the default one first. A card-only token sees its own card alone. */
export const getCards = operation({
  name: 'getCards',
  method: 'GET',
  path: 'card/cards',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: "The caller's cards",
  query: z.object({ includeImages: z.optional(z.enum(['true', 'false'], 'required')) }),
  response: z.object({ cards: z.array(cardListItem) }),
});
