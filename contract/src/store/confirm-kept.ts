import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { orderBody, orderView } from './store.ts';

/** Added: the buyer has kept the secrets. They are shown no more. */
export const confirmKept = operation({
  name: 'confirmKept',
  method: 'POST',
  path: 'store/confirmKept',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Confirm that the cards of an order are kept',
  body: orderBody,
  response: orderView,
  errors: ['not_found', 'token_expired'],
});
