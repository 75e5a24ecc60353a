import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accessCode } from '../wire.ts';
import { cardSecrets, collectionToken } from './store.ts';

/**
 * Added: opens what a mailed link leads to, with the collection code. A gift's card is shown, again until it is
 * confirmed; an order's page is open to this browser from then on. 20052 for a wrong code; the fifth ends the link.
 */
export const collect = operation({
  name: 'collect',
  method: 'POST',
  path: 'store/collect',
  auth: 'public',
  proof: carriedBy('Token', 'Code'),
  summary: 'Open a mailed link with its collection code',
  body: z.object({ Token: collectionToken, Code: accessCode }),
  response: z.object({ OrderId: z.nullable(z.uuid()), Cards: z.array(cardSecrets) }),
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'Code' },
});
