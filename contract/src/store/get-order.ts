import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { orderBody, orderView } from './store.ts';

/** Added: an order, for the browser that placed it or has given its code. Asks the gateway where no notice came. */
export const getOrder = operation({
  name: 'getOrder',
  method: 'POST',
  reads: true,
  path: 'store/getOrder',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Where an order stands',
  body: orderBody,
  response: orderView,
  errors: ['not_found'],
});
