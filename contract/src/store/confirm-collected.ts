import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accessCode, done } from '../wire.ts';
import { collectionToken } from './store.ts';

/** Added: the recipient has kept the card of a gift. Its link is over. */
export const confirmCollected = operation({
  name: 'confirmCollected',
  method: 'POST',
  path: 'store/confirmCollected',
  auth: 'public',
  proof: carriedBy('Token', 'Code'),
  summary: 'Confirm that the card of a gift is kept',
  body: z.object({ Token: collectionToken, Code: accessCode }),
  response: done,
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'Code' },
});
