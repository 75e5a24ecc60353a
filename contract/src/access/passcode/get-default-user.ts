import * as z from 'zod/mini';
import { deviceUuid, userAgent } from '../../devices/device.ts';
import { operation } from '../../operation.ts';
import { brandIdentifier } from '../../wire.ts';

/**
 * Answers the person who signs in on this device by passcode. Without the device's cookie it answers nobody for any
 * uuid, and the sign-in page asks for the username.
 */
export const getDefaultUser = operation({
  name: 'getDefaultUser',
  method: 'POST',
  reads: true,
  path: 'devices/defaultUser',
  auth: 'public',
  proof: 'none',
  summary: 'Who signs in on this device by passcode',
  body: z.object({ deviceuuid: deviceUuid, userAgent, brand: brandIdentifier }),
  response: z.object({ passcodeIsSet: z.boolean(), FirstName: z.nullable(z.string()) }),
  errors: ['required_field'],
});
