import { getAccountDevices } from '@wattle/contract/devices/get-account-devices.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { ownerOf } from './device-owner.ts';
import { isOwnAccount, listDevices } from './device.store.ts';
import { toDevice } from './device.view.ts';

export const getAccountDevicesRoute = handleRead(getAccountDevices, async ({ params, session, tx }) => {
  const owner = ownerOf(session);
  if (!(await isOwnAccount(tx, owner, params.account))) return err('not_found');
  return ok({ devices: (await listDevices(tx, owner)).map(toDevice) });
});
