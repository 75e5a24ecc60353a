import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';

/** Whether the signed-in user has a passcode on any device. For one device: devices/device/{uuid}. */
export const verifyIfPasscodeIsSet = operation({
  name: 'verifyIfPasscodeIsSet',
  method: 'POST',
  path: 'onlineAccount/VerifyIfPasscodeIsSet',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Whether the signed-in user has a passcode',
  response: z.object({ passcodeIsSet: z.boolean() }),
});
