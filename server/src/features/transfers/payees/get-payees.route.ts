import { ok } from '@wattle/contract/errors.ts';
import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleRead } from '../../../http/handle.ts';
import { dayAt, startOfDay } from '../../../platform/clock.ts';
import { payeeOwnerOf, readPaidPayees } from './payee.store.ts';
import { toPayee } from './payee.view.ts';
import { PAYEES_OF_A_CALLER } from './saved-payees.domain.ts';

export const getPayeesRoute = handleRead(getPayees, async ({ body, session, tx, ctx }) => {
  const year = dayAt(ctx.clocks.business.now()).slice(0, 4);
  const asked = { caller: callerOf(session), yearBegan: startOfDay(`${year}-01-01`) };
  const payees = await readPaidPayees(tx, session.tenantId, body.PayeeType, payeeOwnerOf(session), asked);
  return ok({ Payees: payees.map((row) => toPayee(ctx.secrets, row)), MaximumPayees: PAYEES_OF_A_CALLER });
});
