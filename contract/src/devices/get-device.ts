import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { device, deviceUuid } from './device.ts';

/** What is known of one of the caller's devices, and what to offer on it: a passcode, notices. */
export const getDevice = operation({
  name: 'getDevice',
  method: 'GET',
  path: 'devices/device/{uuid}',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { uuid: 'device', registrationId: 'anyone' },
  summary: 'Check a device',
  params: z.object({ uuid: deviceUuid }),
  query: z.object({ registrationId: z.optional(z.string().check(z.maxLength(1000, 'required'))) }),
  response: z.object({
    /** Registered by the caller; where a registrationId was sent, with that very one. */
    isRegistered: z.boolean(),
    device: z.nullable(device),
    passcodeIsSet: z.boolean(),
    /** The offer of a passcode was declined on it for good. */
    passcodeAlertDisabled: z.boolean(),
    /** Its user has said yes or no to notices. */
    noticesAnswered: z.boolean(),
    /** The public key that a browser subscribes to notices with (VAPID). Null: this instance sends none. */
    noticesKey: z.nullable(z.string()),
    /** Added: the password was reset, and the user has not checked the account since. */
    isAccountCheckOpen: z.boolean(),
  }),
});
