import { deletePasscode, getDefaultUser, verifyIfPasscodeIsSet } from '@wattle/contract/access/passcodes.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside, handlePublic, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { findBrand } from '../../brands/public.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../sign-in/current-password.ts';
import { notifyCredentialChanged } from '../notify-credential-changed.ts';
import { addPasscodeRoute } from './add-passcode.route.ts';
import { deviceSecretHash, forgetDeviceSecret, readDeviceSecret } from './device-secret.ts';
import { deletePasscodes, findPasscode, hasPasscode } from './passcode.store.ts';

/** Passcodes of devices. */
export const passcodeRoutes: readonly Route[] = [
  addPasscodeRoute,

  handleOutside(
    deletePasscode,
    {
      admit: currentPasswordSteps.admit,
      subject: currentPasswordSteps.subject,
      outside: async ({ ctx, body: { currentpassword }, intent }) =>
        currentpassword === undefined ? null : currentPasswordSteps.outside({ ctx, body: { currentpassword }, intent }),
      async settle({ known, ...input }) {
        if (known !== null) {
          const checked = await judgePassword({ ...input, known });
          if (!checked.ok) return checked;
        }
        const { session, tx, ctx, request, cookies } = input;
        const { tenantId } = session;
        const webAccountId = webAccountOf(session);
        await lockOwnAccount(tx, session);
        const devices = await deletePasscodes(tx, tenantId, webAccountId);
        const sessions = devices > 0 ? await endOtherSessions(tx, ctx, session, 'passcode_deleted') : 0;
        audit(tx, ctx.clocks, {
          tenantId,
          actor: `web:${webAccountId}`,
          action: 'passcode.deleted',
          object: `session:${session.id}`,
          outcome: 'ok',
          requestId: request.id,
          details: { devices, sessions },
        });
        if (devices > 0) await notifyCredentialChanged(tx, { ctx, session, request, change: 'passcodeDeleted' });
        forgetDeviceSecret(cookies, session.brandId);
        return ok({ result: true as const });
      },
    },
    { keepsRefusals: true, needsProof: ({ body }) => body.currentpassword === undefined },
  ),

  handleRead(verifyIfPasscodeIsSet, async ({ tx, session }) =>
    ok({ passcodeIsSet: await hasPasscode(tx, session.tenantId, webAccountOf(session)) }),
  ),

  handlePublic(getDefaultUser, async ({ body, ctx, request, cookies }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    const { tenantId, id: brandId } = brand;
    const secretHash = deviceSecretHash(ctx, brandId, readDeviceSecret(cookies, brandId));
    const found = await ctx.database.read(tenantId, (tx) =>
      findPasscode(tx, { tenantId, brandId, secretHash, uuid: body.deviceuuid }),
    );
    return ok({ data: { passcodeIsSet: found !== undefined, FirstName: found?.first_name ?? null } });
  }),
];
