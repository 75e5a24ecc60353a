import { removePasskey } from '@wattle/contract/access/passkeys/remove-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { currentPasswordSteps, judgePassword, webAccountOf } from '../sign-in/current-password.ts';
import { deletePasskey } from './passkey.store.ts';
import { revokeOtherSessions } from '../session/session.store.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

export const removePasskeyRoute = handleOutside(
  removePasskey,
  {
    ...currentPasswordSteps,
    async settle(input) {
      const checked = await judgePassword(input);
      if (!checked.ok) return checked;
      const { body, session, tx, ctx, request } = input;
      const { tenantId } = session;
      const webAccountId = webAccountOf(session);
      if (!(await deletePasskey(tx, tenantId, webAccountId, body.Id))) return err('not_found');
      const ended = await revokeOtherSessions(tx, tenantId, webAccountId, {
        exceptId: session.id,
        nowMs: ctx.clocks.security.now(),
        because: 'passkey_removed',
      });
      for (const id of ended) ctx.live.tellEnded(tx, tenantId, id);
      audit(tx, ctx.clocks, {
        tenantId,
        actor: `web:${webAccountId}`,
        action: 'passkey.removed',
        object: `passkey:${body.Id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { sessions: ended.length },
      });
      await tellCredentialChanged(tx, { ctx, session, request });
      return ok({ IsSuccessful: true as const });
    },
  },
  { keepsRefusals: true },
);
