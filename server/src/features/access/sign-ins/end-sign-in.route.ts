import { endSignIn } from '@wattle/contract/access/sign-ins/end-sign-in.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { endSession } from './sign-ins.store.ts';

export const endSignInRoute = handle(endSignIn, async ({ body, tx, ctx, session, request }) => {
  const { tenantId } = session;
  const webAccountId = webAccountOf(session);
  const { Id: id } = body;
  // Signing out is another call: it leads somewhere.
  if (id === session.id) return err('not_found');
  if (!(await endSession(tx, { tenantId, webAccountId, id }, ctx.clocks.security.now()))) return err('not_found');
  ctx.live.tellEnded(tx, tenantId, id);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: 'session.ended_elsewhere',
    object: `session:${id}`,
    outcome: 'ok',
    requestId: request.id,
  });
  return ok({ IsSuccessful: true as const });
});
