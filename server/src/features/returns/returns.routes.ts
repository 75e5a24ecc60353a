import { err, ERRORS, ok } from '@wattle/contract/errors.ts';
import { returnFundStatus } from '@wattle/contract/returns/returns.ts';
import { handleRead, type Route } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { paymentsHeldUntil } from '../access/public.ts';
import { findPayingAccount } from '../transfers/public.ts';
import { readFunds } from './funds.store.ts';
import { isPending, refuseAsked } from './return-funds.domain.ts';
import { findSourceCard } from './source-card.store.ts';

/** Routes of a return of all funds of a card to a bank account. */
export const returnRoutes: readonly Route[] = [
  handleRead(returnFundStatus, async ({ body, session, tx, ctx }) => {
    const { tenantId } = session;
    const [card, account] = await Promise.all([
      findSourceCard(tx, tenantId, session, body),
      findPayingAccount({ ctx, tx, tenantId }, session, body.SourceAccountNumber),
    ]);
    if (!card || !account) return err('invalid_card_details', 'SourceAccountNumber');
    const funds = await readFunds(tx, tenantId, account.memberAccountId, dayAt(ctx.clocks.business.now()));
    const heldUntil = await paymentsHeldUntil(tx, ctx, session);
    const mayReturn = account.cards.some(({ mayReturnFunds }) => mayReturnFunds);
    const refused = refuseAsked({ funds, mayReturn, isHeld: heldUntil !== null });
    const refusal = refused?.error ?? (await ctx.payments.refusalOfAll(tx, tenantId, account.memberAccountId));
    return ok({
      CanRequestFund: refusal === undefined,
      Refusal: refusal === undefined ? null : ERRORS[refusal].code,
      HasPendingTransation: isPending(funds),
      HeldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
    });
  }),
];
