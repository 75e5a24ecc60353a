import { getBPayBiller } from '@wattle/contract/bpay/get-bpay-biller.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { dayAt } from '../../platform/clock.ts';
import { judgeBiller } from './billers/biller.domain.ts';
import { findBiller } from './billers/biller.store.ts';

export const getBPayBillerRoute = handleRead(getBPayBiller, async ({ body: { BillerCode: code }, tx, ctx }) => {
  const biller = await findBiller(tx, code);
  const refused = judgeBiller(code, biller, dayAt(ctx.clocks.business.now()), 'BillerCode');
  if (refused) return refused;
  return biller
    ? ok({ BillerName: biller.name, IsVariableCRN: biller.isVariable })
    : err('biller_unknown', 'BillerCode');
});
