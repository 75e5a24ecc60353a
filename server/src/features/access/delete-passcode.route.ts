import { deletePasscode } from '@wattle/contract/access/delete-passcode.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { checkCurrentPassword, webAccountOf } from './current-password.ts';
import { forgetDeviceSecret } from './device-secret.ts';
import { deletePasscodes } from './passcode.store.ts';
import { revokePasscodeSessions } from './session.store.ts';
import { tellCredentialChanged } from './tell-credential-changed.ts';

export const deletePasscodeRoute = handle(
  deletePasscode,
  async ({ body, session, tx, ctx, request, cookies }) => {
    const checked = await checkCurrentPassword({ tx, ctx, session, request, password: body.currentpassword });
    if (!checked.ok) return checked;
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
  { keepsRefusals: true },
);
