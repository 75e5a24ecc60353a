import {
  type Device,
  disablePasscodeAlert,
  getAccountDevices,
  getDevice,
  registerDevice,
  saveAccountDevices,
} from '@wattle/contract/devices/device.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle, handleRead, type Route, type Session } from '../../http/handle.ts';
import { pushKeyOf } from '../../outside/transports.ts';
import {
  changeDevice,
  declinePasscode,
  type DeviceRow,
  findDevice,
  hasPasscodeOn,
  isCheckOpen,
  isOwnAccount,
  listDevices,
  type Owner,
  putDevice,
} from './device.store.ts';

/** The caller as the owner of devices. The scope of every call here says that there is a web account. */
function ownerOf({ tenantId, brandId, webAccountId }: Session): Owner {
  if (webAccountId === null) throw new Error('a session without its web account');
  return { tenantId, brandId, webAccountId };
}

function toDevice(row: DeviceRow): Device {
  const { uuid, model, version, platform, name, enabled } = row;
  const { registration_id: registrationId, fcm_enabled: fcmEnabled } = row;
  return { uuid, model, version, platform, name, registrationId, fcmEnabled, enabled };
}

/** Calls about the browsers and phones of a web account. */
export const deviceRoutes: readonly Route[] = [
  handle(registerDevice, async ({ body, session, tx, ctx }) => {
    await putDevice(tx, ownerOf(session), body, { nowMs: ctx.clocks.security.now(), answersNotices: true });
    return ok({ IsSuccessful: true as const });
  }),

  handleRead(getDevice, async ({ params, query, session, tx, ctx }) => {
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
  }),

  handleRead(getAccountDevices, async ({ params, session, tx }) => {
    const owner = ownerOf(session);
    if (!(await isOwnAccount(tx, owner, params.account))) return err('not_found');
    return ok({ devices: (await listDevices(tx, owner)).map(toDevice) });
  }),

  handle(saveAccountDevices, async ({ body, session, tx }) => {
    const owner = ownerOf(session);
    if (!(await isOwnAccount(tx, owner, body.accountNumber))) return err('not_found');
    for (const device of body.devices) {
      // A refusal rolls back the changes before it.
      if (!(await changeDevice(tx, owner, device))) return err('not_found');
    }
    return ok({ IsSuccessful: true as const });
  }),

  handle(disablePasscodeAlert, async ({ body, session, tx, ctx }) => {
    await declinePasscode(tx, ownerOf(session), body.deviceuuid, ctx.clocks.security.now());
    return ok({ IsSuccessful: true as const });
  }),
];
