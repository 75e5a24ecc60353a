import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { address } from './get-personal-details.ts';

/** Where the signed-in user lives, and where letters go; null: to the same address. */
export const getAddress = operation({
  name: 'getAddress',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/GetAddress',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Addresses of the signed-in user',
  response: z.object({ Address: z.nullable(address), CorrespondenceAddress: z.nullable(address) }),
});
