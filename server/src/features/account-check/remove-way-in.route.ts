import { removeWayIn } from '@wattle/contract/account-check/account-check.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../http/caller.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import {
  deleteWayIn,
  endOtherSessions,
  lockOwnAccount,
  notifyCredentialChanged,
  webAccountOf,
} from '../access/public.ts';

export const removeWayInRoute = handle(removeWayIn, async ({ body, session, tx, ctx, request }) => {
  const { tenantId } = session;
  const webAccountId = webAccountOf(session);
  await lockOwnAccount(tx, session);
  if (!(await deleteWayIn(tx, { tenantId, webAccountId }, { kind: body.Kind, id: body.Id }))) {
    return err('not_found', 'Id');
  }
  const sessions = await endOtherSessions(tx, ctx, session, 'way_in_removed');
  audit(tx, ctx.clocks, {
    tenantId,
    actor: callerOf(session),
    action: `${body.Kind}.removed`,
    object: `web:${webAccountId}`,
    outcome: 'ok',
    requestId: request.id,
    details: { sessions },
  });
  if (body.Kind === 'passkey' || body.Kind === 'passcode') {
    const change = body.Kind === 'passkey' ? 'passkeyRemoved' : 'passcodeDeleted';
    await notifyCredentialChanged(tx, { ctx, session, request, change });
  }
  return ok({ IsSuccessful: true as const });
});
