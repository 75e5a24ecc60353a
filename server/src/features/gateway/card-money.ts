import type { Retention, PaymentTransaction } from '../payments/public.ts';
import { moveCardMoney, sumCardMoney } from './card-money.store.ts';

const hoursOf = ({ ctx }: Pick<PaymentTransaction, 'ctx'>) => ({
  nowMs: ctx.clocks.business.now(),
  keptInMs: ctx.config.gateway.keptInMs,
});

/**
 * Keeps money from another card within the programme for a while, because of chargebacks. When it moves to another
 * account of the programme, it keeps its release time.
 */
export const cardMoney: Retention = {
  name: 'cardMoney',
  refusal: 'card_money_stays',
  read: ({ ctx, tx, tenantId }, accounts) => sumCardMoney(tx, tenantId, accounts, hoursOf({ ctx })),
  transfer: ({ ctx, tx, tenantId }, moved) => moveCardMoney(tx, tenantId, moved, hoursOf({ ctx })),
};
