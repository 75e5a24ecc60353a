import { disablePasscodeAlert } from '@wattle/contract/devices/disable-passcode-alert.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { ownerOf } from './device-owner.ts';
import { declinePasscode } from './device.store.ts';

export const disablePasscodeAlertRoute = handle(disablePasscodeAlert, async ({ body, session, tx, ctx }) => {
  await declinePasscode(tx, ownerOf(session), body.deviceuuid, ctx.clocks.security.now());
  return ok({ IsSuccessful: true as const });
});
