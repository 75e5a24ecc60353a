import * as z from 'zod/mini';
import { device, userAgent } from '../../devices/device.ts';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { done } from '../../wire.ts';
import { newPasscode } from './passcode.ts';

/**
 * Sets the passcode of this device, in the place of any that it had, and registers the device. What
 * the device has answered about notices stays. The answer carries a cookie with the device's secret;
 * without it the passcode opens nothing. Asks for a fresh proof (stepUp/Give, purpose `account`).
 */
export const addPasscode = operation({
  name: 'addPasscode',
  method: 'POST',
  path: 'onlineAccount/AddPasscode',
  auth: WEB_ACCOUNT,
  proof: 'fresh',
  ids: { 'device.uuid': 'anyone', 'device.registrationId': 'anyone' },
  summary: 'Set the passcode of this device',
  body: z.object({ device, pin: newPasscode, userAgent }),
  response: done,
  /** 20010 with `pin`: the day or the year of birth. */
  errors: ['required_field'],
});
