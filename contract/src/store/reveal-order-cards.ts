import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { cardSecrets, orderBody } from './store.ts';

/** Added: the secrets of the buyer's own cards, again until they are confirmed as kept. 20062 afterwards. */
export const revealOrderCards = operation({
  name: 'revealOrderCards',
  method: 'POST',
  path: 'store/revealOrderCards',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Show the cards of an order to its buyer',
  body: orderBody,
  response: z.object({ Cards: z.array(cardSecrets) }),
  errors: ['not_found', 'token_expired'],
});
