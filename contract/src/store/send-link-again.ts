import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { done } from '../wire.ts';
import { collectionToken } from './store.ts';

/**
 * Added: mails a new link in the place of the one before, to where that one went: of a link by its token, or of the
 * order page by the browser that knows the order. Cards that were not confirmed as kept can be shown for as long
 * again. One answer for every link, known or not.
 */
export const sendLinkAgain = operation({
  name: 'sendLinkAgain',
  method: 'POST',
  path: 'store/sendLinkAgain',
  auth: 'public',
  proof: carriedBy('Token', 'the cookie of the order'),
  summary: 'Mail a link of an order again',
  body: z.object({ Token: z.optional(collectionToken), OrderId: z.optional(z.uuid()) }),
  response: done,
  errors: ['not_found'],
});
