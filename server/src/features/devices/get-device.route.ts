import { getDevice } from '@wattle/contract/devices/get-device.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { pushKeyOf } from '../../outside/transports.ts';
import { ownerOf } from './device-owner.ts';
import { findDevice, hasPasscodeOn, isCheckOpen } from './device.store.ts';
import { toDevice } from './device.view.ts';

export const getDeviceRoute = handleRead(getDevice, async ({ params, query, session, tx, ctx }) => {
  const owner = ownerOf(session);
  const found = await findDevice(tx, owner, params.uuid);
  const registered = found?.is_registered ? found : undefined;
  const { registrationId } = query;
  return ok({
    isRegistered:
      registered !== undefined && (registrationId === undefined || registrationId === registered.registration_id),
    device: registered ? toDevice(registered) : null,
    passcodeIsSet: await hasPasscodeOn(tx, owner, params.uuid),
    passcodeAlertDisabled: found?.passcode_alert_off ?? false,
    noticesAnswered: found?.notices_answered ?? false,
    noticesKey: pushKeyOf(ctx.config),
    isAccountCheckOpen: await isCheckOpen(tx, owner),
  });
});
