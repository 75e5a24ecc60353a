import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { device } from './device.ts';

/** The caller's devices. Only for the caller's own account: any other number is not found. */
export const getAccountDevices = operation({
  name: 'getAccountDevices',
  method: 'GET',
  path: 'devices/account/{account}',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { account: 'account' },
  summary: "The caller's devices",
  params: z.object({ account: accountNumber }),
  response: z.object({ devices: z.array(device) }),
  errors: ['not_found'],
});
