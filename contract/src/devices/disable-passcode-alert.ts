import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';
import { deviceUuid } from './device.ts';

/** Declines the offer of a passcode on this device for good. */
export const disablePasscodeAlert = operation({
  name: 'disablePasscodeAlert',
  method: 'POST',
  path: 'devices/disablepasscodealert',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { deviceuuid: 'anyone' },
  summary: 'Decline the offer of a passcode',
  body: z.object({ deviceuuid: deviceUuid }),
  response: done,
});
