import { ok } from '@wattle/contract/errors.ts';
import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleRead } from '../../../http/handle.ts';
import { payeeOwnerOf, readPaidPayees } from './payee.store.ts';
import { toPayee } from './payee.view.ts';
import { PAYEES_OF_A_CALLER } from './saved-payees.domain.ts';

export const getPayeesRoute = handleRead(getPayees, async ({ body, session, tx }) => {
  const payees = await readPaidPayees(tx, session.tenantId, body.PayeeType, payeeOwnerOf(session), callerOf(session));
  return ok({ Payees: payees.map(toPayee), MaximumPayees: PAYEES_OF_A_CALLER });
});
