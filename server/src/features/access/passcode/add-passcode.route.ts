import { addPasscode } from '@wattle/contract/access/passcode/add-passcode.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { isPinChoosable } from '@wattle/contract/rules/pin-choice.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { putDevice } from '../../devices/public.ts';
import { hasFreshProof } from '../step-up/fresh-proof.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { deviceSecretHash, keepDeviceSecret, newDeviceSecret, readDeviceSecret } from './device-secret.ts';
import { deletePasscodeOfDevice, dropOldPasscodes, putPasscode, readBirthDate } from './passcode.store.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

const PASSCODES_OF_AN_ACCOUNT = 20;

export const addPasscodeRoute = handleOutside(addPasscode, {
  async admit({ body, session, tx, ctx }) {
    if (!(await hasFreshProof(tx, ctx, session))) return err('proof_needed');
    const birthDate = await readBirthDate(tx, session.tenantId, webAccountOf(session));
    return isPinChoosable(body.pin, birthDate) ? ok(undefined) : err('required_field', 'pin');
  },
  outside: ({ body, ctx }) => ctx.secrets.hashSecret(body.pin),
  async settle({ body, session, tx, ctx, request, cookies, known: hash }) {
    const { tenantId, brandId } = session;
    const webAccountId = webAccountOf(session);
    const now = ctx.clocks.security.now();
    const before = readDeviceSecret(cookies, brandId);
    // A device has one passcode, whoever set the last.
    if (before !== undefined) await deletePasscodeOfDevice(tx, session, deviceSecretHash(ctx, brandId, before));
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
    audit(tx, ctx.clocks, {
      tenantId,
      actor: `web:${webAccountId}`,
      action: 'passcode.set',
      object: `session:${session.id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    await tellCredentialChanged(tx, { ctx, session, request });
    keepDeviceSecret(cookies, brandId, secret);
    return ok({ IsSuccessful: true as const });
  },
});
