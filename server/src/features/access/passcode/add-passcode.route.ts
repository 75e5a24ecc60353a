import { addPasscode } from '@wattle/contract/access/passcodes.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { putDevice } from '../../devices/public.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { deviceSecretHash, keepDeviceSecret, newDeviceSecret, readDeviceSecret } from './device-secret.ts';
import {
  deletePasscodeOfDevice,
  dropOldPasscodes,
  hasPasscodeOnDevice,
  putPasscode,
  readBirthDate,
} from './passcode.store.ts';
import { notifyCredentialChanged } from '../notify-credential-changed.ts';

const PASSCODES_OF_AN_ACCOUNT = 20;

export const addPasscodeRoute = handleOutside(addPasscode, {
  async admit({ body, session, tx }) {
    const birthDate = await readBirthDate(tx, session.tenantId, webAccountOf(session));
    return isPinChoosable(body.pin, birthDate) ? ok(undefined) : err('required_field', 'pin');
  },
  outside: ({ body, ctx }) => ctx.secrets.hashSecret(body.pin),
  async settle({ body, session, tx, ctx, request, cookies, known: hash }) {
    const { tenantId, brandId } = session;
    const webAccountId = webAccountOf(session);
    const now = ctx.clocks.security.now();
    await lockOwnAccount(tx, session);
    const before = deviceSecretHash(ctx, brandId, readDeviceSecret(cookies, brandId));
    const device = { tenantId, webAccountId, secretHash: before, uuid: body.device.uuid };
    const isChange = await hasPasscodeOnDevice(tx, device);
    // A device has one passcode: the last one that was set.
    await deletePasscodeOfDevice(tx, session, before);
    // A new secret with every passcode, so that a copy of the old one stops working.
    const secret = newDeviceSecret();
    await putPasscode(tx, {
      tenantId,
      brandId,
      secretHash: deviceSecretHash(ctx, brandId, secret),
      uuid: body.device.uuid,
      webAccountId,
      userAgent: body.userAgent,
      hash,
      now,
    });
    await dropOldPasscodes(tx, tenantId, webAccountId, PASSCODES_OF_AN_ACCOUNT);
    await putDevice(tx, { tenantId, brandId, webAccountId }, body.device, { nowMs: now, answersNotices: false });
    // A passcode may be changed because someone else knows the old one.
    const sessions = isChange ? await endOtherSessions(tx, ctx, session, 'passcode_changed') : 0;
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'passcode.set',
      object: `session:${session.id}`,
      outcome: 'ok',
      requestId: request.id,
      details: { sessions },
    });
    await notifyCredentialChanged(tx, { ctx, session, request, change: isChange ? 'passcodeChanged' : 'passcodeSet' });
    keepDeviceSecret(cookies, brandId, secret);
    return ok({ IsSuccessful: true as const });
  },
});
