import { err, ok } from '@wattle/contract/errors.ts';
import { getTopupDetails, LOAD_TYPE } from '@wattle/contract/topup/get-topup-details.ts';
import { handleRead } from '../../http/handle.ts';
import { toDollars } from '../../platform/money.ts';
import { listOnItsWay, sumOf } from './on-its-way.ts';
import { readOpenLinkMoney } from '../balance-watch/public.ts';
import { findTopupAccount } from './topup-account.store.ts';
import { available } from './topup-limits.domain.ts';

export const getTopupDetailsRoute = handleRead(getTopupDetails, async ({ body, session, tx, ctx }) => {
  const account = await findTopupAccount({ ctx, tx }, session.tenantId, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const { balance, maxBalance, least, most, fee } = account;
  const isByCard = (body.loadType ?? LOAD_TYPE.card) === LOAD_TYPE.card;
  const onItsWay = sumOf(await listOnItsWay(tx, ctx, session.tenantId, account.memberAccountId));
  const byLinks = await readOpenLinkMoney(tx, session.tenantId, account.memberAccountId);
  return ok({
    MaximumLoadLimit: toDollars(maxBalance),
    MinimumTopup: isByCard ? toDollars(least) : 0,
    MaximumTopup: toDollars(most < maxBalance ? most : maxBalance),
    MaximumAvailableTopup: toDollars(available({ balance, maxBalance, onItsWay: onItsWay + byLinks })),
    CurrentAccountBalance: toDollars(balance),
    OnItsWay: toDollars(onItsWay),
    Fee: isByCard ? toDollars(fee) : 0,
  });
});
