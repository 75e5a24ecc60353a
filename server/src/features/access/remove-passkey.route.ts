import { removePasskey } from '@wattle/contract/access/remove-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { checkCurrentPassword, webAccountOf } from './current-password.ts';
import { deletePasskey } from './passkey.store.ts';
import { revokeOtherSessions } from './session.store.ts';
import { tellCredentialChanged } from './tell-credential-changed.ts';

export const removePasskeyRoute = handle(
  removePasskey,
  async ({ body, session, tx, ctx, request }) => {
    const checked = await checkCurrentPassword({ tx, ctx, session, request, password: body.currentpassword });
    if (!checked.ok) return checked;
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
  { keepsRefusals: true },
);
