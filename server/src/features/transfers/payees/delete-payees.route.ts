import { err, ok } from '@wattle/contract/errors.ts';
import { deletePayees } from '@wattle/contract/transfers/payees/delete-payees.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payees/payee.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { lockNames } from '../../../platform/named-locks.ts';
import { deletePayee, payeeLock, payeeOwnerOf } from './payee.store.ts';

export const deletePayeesRoute = handle(deletePayees, async ({ body, session, tx, ctx, request }) => {
  const { tenantId } = session;
  const { PayeeId: id } = body;
  const actor = callerOf(session);
  // A payment that is about to update the payee would otherwise bring it back.
  await lockNames(
    tx,
    Object.values(PAYEE_TYPE).map((type) => payeeLock(actor, type)),
  );
  if (!(await deletePayee(tx, tenantId, payeeOwnerOf(session), id))) return err('not_found', 'PayeeId');
  audit(tx, ctx.clocks, {
    tenantId,
    actor,
    action: 'payee.deleted',
    object: `payee:${id}`,
    outcome: 'ok',
    requestId: request.id,
  });
  return ok({ IsSuccessful: true as const });
});
