import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { orderBody, orderView } from './store.ts';

/**
 * Added: sends the link of a gift again, or takes back one that was not opened: what is left on it goes back to the
 * card that paid. 10001 where it was opened or taken back already, and for a link of a gift whose day has not come.
 */
export const changeGift = operation({
  name: 'changeGift',
  method: 'POST',
  path: 'store/changeGift',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Send a gift again, or take it back',
  body: z.extend(orderBody, { ItemId: z.number(), Act: z.enum(['sendAgain', 'takeBack']) }),
  response: orderView,
  errors: ['not_found', 'card_problem', 'too_many_requests'],
});
