import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { collectionToken } from './store.ts';

/** Added: what a mailed link leads to. Shows no secret, and changes nothing. 20060 unknown, 20062 over. */
export const getCollection = operation({
  name: 'getCollection',
  method: 'POST',
  reads: true,
  path: 'store/getCollection',
  auth: 'public',
  proof: carriedBy('Token'),
  summary: 'What a mailed link of the store leads to',
  body: z.object({ Token: collectionToken }),
  response: z.object({
    /** `order`: the buyer's order page. */
    Leads: z.enum(['order', 'gift']),
    Gift: z.nullable(
      z.object({ RecipientName: z.string(), SenderName: z.string(), Message: z.string(), Amount: z.number() }),
    ),
  }),
  errors: ['not_found', 'token_invalid', 'token_expired'],
});
