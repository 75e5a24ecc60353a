import { deletePasscode } from '@wattle/contract/access/passcode/delete-passcode.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../sign-in/current-password.ts';
import { forgetDeviceSecret } from './device-secret.ts';
import { deletePasscodes } from './passcode.store.ts';
import { revokePasscodeSessions } from '../session/session.store.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

export const deletePasscodeRoute = handleOutside(
  deletePasscode,
  {
    ...currentPasswordSteps,
    async settle(input) {
      const checked = await judgePassword(input);
      if (!checked.ok) return checked;
      const { session, tx, ctx, request, cookies } = input;
      const { tenantId } = session;
      const webAccountId = webAccountOf(session);
      const deleted = await deletePasscodes(tx, tenantId, webAccountId);
      await revokePasscodeSessions(tx, tenantId, webAccountId, {
        exceptId: session.id,
        nowMs: ctx.clocks.security.now(),
      });
      audit(tx, ctx.clocks, {
        tenantId,
        actor: `web:${webAccountId}`,
        action: 'passcode.deleted',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { devices: deleted },
      });
      if (deleted > 0) await tellCredentialChanged(tx, { ctx, session, request });
      forgetDeviceSecret(cookies, session.brandId);
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true },
);
