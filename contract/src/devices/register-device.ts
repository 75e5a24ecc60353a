import { operation, WEB_ACCOUNT } from '../operation.ts';
import { done } from '../wire.ts';
import { device } from './device.ts';

/** Registers the caller's device, or brings what is known of it up to date. Keeps the 20 seen last. */
export const registerDevice = operation({
  name: 'registerDevice',
  method: 'POST',
  path: 'devices/register',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { uuid: 'anyone', registrationId: 'anyone' },
  summary: 'Register a device',
  body: device,
  response: done,
});
