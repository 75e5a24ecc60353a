import * as z from 'zod/mini';
import { deviceUuid, userAgent } from '../../devices/device.ts';
import { operation } from '../../operation.ts';
import { brandIdentifier } from '../../wire.ts';

/**
 * Who signs in on this device by passcode. Without the device's own cookie nobody, whatever the uuid:
 * the sign-in page then asks for the username.
 */
export const getDefaultUser = operation({
  name: 'getDefaultUser',
  method: 'POST',
  path: 'devices/defaultUser',
  auth: 'public',
  proof: 'none',
  summary: 'Who signs in on this device by passcode',
  body: z.object({ deviceuuid: deviceUuid, userAgent, brand: brandIdentifier }),
  response: z.object({ passcodeIsSet: z.boolean(), FirstName: z.nullable(z.string()) }),
  errors: ['required_field'],
});
