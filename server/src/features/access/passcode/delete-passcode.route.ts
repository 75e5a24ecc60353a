import { deletePasscode } from '@wattle/contract/access/passcode/delete-passcode.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../sign-in/current-password.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';
import { forgetDeviceSecret } from './device-secret.ts';
import { deletePasscodes } from './passcode.store.ts';

export const deletePasscodeRoute = handleOutside(
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
      if (devices > 0) await tellCredentialChanged(tx, { ctx, session, request, change: 'passcodeDeleted' });
      forgetDeviceSecret(cookies, session.brandId);
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true, needsProof: ({ body }) => body.currentpassword === undefined },
);
