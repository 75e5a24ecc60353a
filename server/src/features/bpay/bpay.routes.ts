import { getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { PAYEE_TYPE } from '@wattle/contract/transfers/payee.ts';
import { maySeeWhole } from '../../http/fresh-proof.ts';
import { handleRead, type Route } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toDollars } from '../../platform/money.ts';
import { readCardPrefixes, showForPayer } from '../cards/public.ts';
import { payeeOwnerOf, readPayees } from '../transfers/public.ts';
import { judgeBiller } from './billers/biller.domain.ts';
import { findBiller } from './billers/biller.store.ts';

/** Routes of bills. */
export const bpayRoutes: readonly Route[] = [
  handleRead(getBPayBiller, async ({ body: { BillerCode: code, PayeeId: payee }, session, tx, ctx }) => {
    const biller = await findBiller(tx, code);
    const refused = judgeBiller(code, biller, dayAt(ctx.clocks.business.now()), 'BillerCode');
    if (refused) return refused;
    if (!biller) return err('biller_unknown', 'BillerCode');
    const prefixes = await readCardPrefixes(tx, session.tenantId);
    const of = { tenantId: session.tenantId, type: PAYEE_TYPE.bpay, owner: payeeOwnerOf(session) };
    const payees = payee ? await readPayees(tx, ctx.secrets, of) : [];
    const shown = await showForPayer(tx, ctx.secrets, session.tenantId, maySeeWhole(ctx, session));
    const reference = payees.find(({ id }) => id === payee)?.account_number;
    return ok({
      BillerName: biller.name,
      IsVariableCRN: biller.isVariable,
      CheckRule: biller.rule,
      ShortestReference: biller.shortest,
      LongestReference: biller.longest,
      LeastAmount: biller.least === null ? null : toDollars(biller.least),
      MostAmount: biller.most === null ? null : toDollars(biller.most),
      MaskedPrefixes: prefixes,
      PayeeReference: reference === undefined ? null : shown(reference),
    });
  }),
];
