import { registerDevice } from '@wattle/contract/devices/register-device.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { ownerOf } from './device-owner.ts';
import { putDevice } from './device.store.ts';

export const registerDeviceRoute = handle(registerDevice, async ({ body, session, tx, ctx }) => {
  await putDevice(tx, ownerOf(session), body, { nowMs: ctx.clocks.security.now(), answersNotices: true });
  return ok({ IsSuccessful: true as const });
});
