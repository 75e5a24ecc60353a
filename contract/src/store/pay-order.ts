import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { pageLanguage } from '../topup/card-topup.ts';
import { orderBody } from './store.ts';

/** Added: opens a payment for an order at the gateway. A payment of it that was open before is ended first. */
export const payOrder = operation({
  name: 'payOrder',
  method: 'POST',
  path: 'store/payOrder',
  auth: 'public',
  proof: carriedBy('the cookie of the order'),
  summary: 'Open the payment of an order',
  body: z.extend(orderBody, { Language: pageLanguage }),
  response: z.object({
    /** The gateway's page, and what it knows the payment by. */
    url: z.string(),
    Sid: z.string(),
    Sst: z.string(),
  }),
  errors: ['not_found', 'card_problem', 'payment_on_its_way'],
});
