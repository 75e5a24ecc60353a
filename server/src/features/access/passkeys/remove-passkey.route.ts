import { removePasskey } from '@wattle/contract/access/passkeys/remove-passkey.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { deletePasskey } from './passkey.store.ts';
import { endOtherSessions } from '../session/end-other-sessions.ts';
import { lockOwnAccount } from '../session/lock-own-account.ts';
import { tellCredentialChanged } from '../tell-credential-changed.ts';

export const removePasskeyRoute = handle(removePasskey, async ({ body, session, tx, ctx, request }) => {
  const { tenantId } = session;
  const webAccountId = webAccountOf(session);
  await lockOwnAccount(tx, session);
  if (!(await deletePasskey(tx, tenantId, webAccountId, body.Id))) return err('not_found');
  const sessions = await endOtherSessions(tx, ctx, session, 'passkey_removed');
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: 'passkey.removed',
    object: `passkey:${body.Id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { sessions },
  });
  await tellCredentialChanged(tx, { ctx, session, request, change: 'passkeyRemoved' });
  return ok({ IsSuccessful: true as const });
});
