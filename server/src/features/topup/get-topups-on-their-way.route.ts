import { err, ok } from '@wattle/contract/errors.ts';
import { getTopupsOnTheirWay } from '@wattle/contract/topup/get-topups-on-their-way.ts';
import { handleRead } from '../../http/handle.ts';
import { toDollars } from '../../platform/money.ts';
import { listOnItsWay } from './on-its-way.ts';
import { findTopupAccount } from './topup-account.store.ts';

export const getTopupsOnTheirWayRoute = handleRead(getTopupsOnTheirWay, async ({ body, session, tx, ctx }) => {
  const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const all = await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId);
  return ok({
    TopUps: all.map(({ way, amount, startedAt, expectedOn, sid = null }) => ({
      Way: way,
      Amount: toDollars(amount),
      StartedAt: new Date(startedAt).toISOString(),
      ExpectedOn: expectedOn,
      Sid: sid,
    })),
  });
});
