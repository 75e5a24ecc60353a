import { saveAccountDevices } from '@wattle/contract/devices/save-account-devices.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { ownerOf } from './device-owner.ts';
import { changeDevice, isOwnAccount } from './device.store.ts';

export const saveAccountDevicesRoute = handle(saveAccountDevices, async ({ body, session, tx }) => {
  const owner = ownerOf(session);
  if (!(await isOwnAccount(tx, owner, body.accountNumber))) return err('not_found');
  for (const device of body.devices) {
    // A refusal takes back what was changed before it.
    if (!(await changeDevice(tx, owner, device))) return err('not_found');
  }
  return ok({ IsSuccessful: true as const });
});
