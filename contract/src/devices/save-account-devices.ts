import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountNumber, done } from '../wire.ts';
import { device } from './device.ts';

/**
 * Changes name and switches of the caller's devices. All or nothing: a number that is not the
 * caller's, or a device that is not registered, is not found and nothing changes.
 */
export const saveAccountDevices = operation({
  name: 'saveAccountDevices',
  method: 'POST',
  path: 'devices/account',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', 'devices.uuid': 'device' },
  summary: "Save the caller's devices",
  body: z.object({
    accountNumber,
    devices: z
      .array(z.pick(device, { uuid: true, name: true, fcmEnabled: true, enabled: true }))
      .check(z.maxLength(20, 'required')),
  }),
  response: done,
  errors: ['not_found'],
});
