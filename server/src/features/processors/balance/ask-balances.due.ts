import type { AppContext } from '../../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { askEach } from '../api.ts';
import { raise } from '../raise.ts';
import { saveBalance } from './balance.store.ts';

const HOUR_MS = 3_600_000;

/** Asks each processor for the programme's balance, from which purchases are paid, and raises one that is too low. */
export const askBalances: RecurringJob<AppContext> = {
  name: 'processors.balances',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1,
  async outside(ctx, { tenantId, signal }) {
    await askEach(ctx, { tenantId, signal }, async ({ id: connectionId, api }) => {
      const answer = await api.balance();
      if (answer.kind !== 'done') {
        ctx.log.warn({ connection: connectionId, outcome: answer.kind }, 'the balance at a processor is not known');
        return;
      }
      const cents = answer.value;
      const atMs = ctx.clocks.business.now();
      await ctx.database.transact(tenantId, (tx) => saveBalance(tx, { tenantId, connectionId }, { cents, atMs }));
      const connected = ctx.processors.byId(connectionId);
      const least = connected?.connection.settings.leastBalance;
      if (connected && least !== undefined && cents < least) raise(ctx, connected, 'low_balance');
    });
    return nothingToSettle;
  },
};
