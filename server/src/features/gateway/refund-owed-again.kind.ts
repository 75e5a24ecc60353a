import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { type ChargeState, chargeLock, readCharge } from './booking.ts';
import type { Charge } from './purpose.ts';
import { type BackFacts, readFacts } from './refund-came-back.kind.ts';
import { listLost, type RefundRow, saveOwedAgain } from './refund.store.ts';

type OwedAgain = Pick<RefundRow, 'key'> & Pick<Charge, 'chargeId' | 'paymentId'>;

/**
 * Owes a refund again that came back while its charge was charged back, after the dispute was won: its cents had made up
 * for the loss, and the win has reversed that loss too.
 */
export const owedAgain = paymentKind<OwedAgain, BackFacts, object, 'not_found'>({
  name: 'gateway.refund_owed_again',
  isMoneyOut: false,
  read: ({ input }, within) => readFacts(input, within),
  decide({ input, facts: { refund, isChargedBack, gateway, losses } }) {
    if (!refund || isChargedBack) return err('not_found');
    return ok({
      from: { ledgerAccountId: losses },
      to: { ledgerAccountId: gateway },
      amount: refund.amount,
      code: TRANSFER_CODE.adjustment,
      effects: [owedAgainOf(input)],
      answer: () => ({}),
    });
  },
});

function owedAgainOf(given: OwedAgain): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const refund = listLost(state.refunds).find(({ key }) => key === given.key);
      if (!refund || state.charge?.charged_back_at !== null) return err('not_found');
      const refunds = state.refunds.map((one) => (one === refund ? { ...one, state: 'Failed' as const } : one));
      return ok({
        state: { ...state, refunds },
        write: ({ ctx, tx }, { at, transferId }) =>
          saveOwedAgain(tx, refund, { transferId, business: at, security: ctx.clocks.security.now() }),
        details: { charge: given.chargeId, refund: given.key },
      });
    },
  };
}
