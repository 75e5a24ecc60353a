import { endOtherSignIns } from '@wattle/contract/access/sign-ins/end-other-sign-ins.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { revokeOtherSessions } from '../session/session.store.ts';
import { webAccountOf } from '../sign-in/current-password.ts';

export const endOtherSignInsRoute = handle(endOtherSignIns, async ({ tx, ctx, session, request }) => {
  const { tenantId, id: exceptId } = session;
  const webAccountId = webAccountOf(session);
  const nowMs = ctx.clocks.security.now();
  const ended = await revokeOtherSessions(tx, tenantId, webAccountId, { exceptId, nowMs, because: 'ended_elsewhere' });
  for (const id of ended) ctx.live.tellEnded(tx, tenantId, id);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: 'session.others_ended',
    object: `session:${exceptId}`,
    outcome: 'ok',
    requestId: request.id,
    details: { ended: ended.length },
  });
  return ok({ IsSuccessful: true as const });
});
