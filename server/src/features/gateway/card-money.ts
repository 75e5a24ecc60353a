import type { Retention, Within } from '../payments/public.ts';
import { handOnCardMoney, sumCardMoney } from './card-money.store.ts';

const hoursOf = ({ ctx }: Pick<Within, 'ctx'>) => ({
  nowMs: ctx.clocks.business.now(),
  keptInMs: ctx.config.gateway.keptInMs,
});

/**
 * Money that came by another card cannot leave the programme for a while: its bank may take it back. To whatever account
 * of the programme it goes meanwhile, there it stays until the same hour.
 */
export const cardMoney: Retention = {
  name: 'cardMoney',
  refusal: 'card_money_stays',
  read: ({ ctx, tx, tenantId }, accounts) => sumCardMoney(tx, tenantId, accounts, hoursOf({ ctx })),
  handOn: ({ ctx, tx, tenantId }, moved) => handOnCardMoney(tx, tenantId, moved, hoursOf({ ctx })),
};
