import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { brandIdentifier } from '../../wire.ts';

/**
 * The username that this browser remembers for a brand, masked (`a••••@e••••.com`); null where it
 * remembers none. A sign-in sends it back as it is. A cookie that is good for nothing is cleared.
 */
export const getRememberedUser = operation({
  name: 'getRememberedUser',
  method: 'GET',
  path: 'onlineAccount/RememberedUser',
  auth: 'public',
  proof: 'none',
  summary: 'The username that this browser remembers',
  query: z.object({ brand: brandIdentifier }),
  response: z.object({ UserName: z.nullable(z.string()) }),
  errors: ['required_field'],
});
