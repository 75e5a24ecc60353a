import type { Keeper } from '../payments/public.ts';
import { sumCredited } from './charge.store.ts';

/** Money that came by another card cannot leave the programme for a while: its bank may take it back. */
export const cardMoney: Keeper = {
  name: 'cardMoney',
  refusal: 'card_money_stays',
  read: ({ ctx, tx, tenantId }, accounts) =>
    sumCredited(tx, tenantId, accounts, ctx.clocks.business.now() - ctx.config.gateway.keptInMs),
};
