import { err, ok } from '@wattle/contract/errors.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Effect } from '../payments/public.ts';
import { type Funds, readFunds } from './funds.store.ts';
import { refuseReturn } from './return-funds.domain.ts';

/** Checks under the lock that the amount is still the whole balance and nothing is in flight. */
export function stillAll(memberAccountId: bigint, amount: bigint): Effect<'card_problem' | 'insufficient_funds'> {
  const effect: Effect<'card_problem' | 'insufficient_funds', Funds> = {
    lock: `returnFunds:${memberAccountId}`,
    read: ({ ctx, tx, tenantId }) => readFunds(tx, tenantId, memberAccountId, dayAt(ctx.clocks.business.now())),
    decide(funds) {
      const refused = refuseReturn(funds);
      if (refused) return refused;
      if (funds.balance !== amount) return err('card_problem', 'SourceAccountNumber');
      return ok({ state: { ...funds, balance: 0n, has_open_return: true } });
    },
  };
  return effect;
}
