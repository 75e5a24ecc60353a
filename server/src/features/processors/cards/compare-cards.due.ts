import type { AppContext } from '../../../compose/context.ts';
import type { CardCommands } from '../../../outside/processors/port.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { askEach } from '../api.ts';
import { compareCardsWith, forgetStrangers, markMissing } from './compared-cards.store.ts';

/** Compares the states of all cards with those at each processor, and keeps what differs for the desk. */
export const compareCards: RecurringJob<AppContext> = {
  name: 'processors.compare-cards',
  clock: 'security',
  scope: 'tenant',
  when: { dailyAt: ['03:40'] },
  atOnce: 1,
  async outside(ctx, { tenantId, signal }) {
    await askEach(ctx, { tenantId, signal }, ({ id: connectionId, api }) =>
      compareOne(ctx, { tenantId, connectionId, cards: api.cards, signal }),
    );
    return nothingToSettle;
  },
};

type Comparing = {
  readonly tenantId: number;
  readonly connectionId: number;
  readonly cards: CardCommands;
  readonly signal: AbortSignal;
};

/** A comparison that was not finished marks no card as missing; the next day compares again. */
async function compareOne(ctx: AppContext, { tenantId, connectionId, cards, signal }: Comparing): Promise<void> {
  const of = { tenantId, connectionId };
  const began = ctx.clocks.security.now();
  await ctx.database.transact(tenantId, (tx) => forgetStrangers(tx, of));
  for (let next: string | undefined; ; ) {
    const page = await cards.list(next);
    if (page.kind !== 'done') {
      ctx.log.warn({ connection: connectionId, outcome: page.kind }, 'cards of a processor could not be compared');
      return;
    }
    await ctx.database.transact(tenantId, (tx) => compareCardsWith(tx, of, page.value.cards, began));
    next = page.value.next;
    if (next === undefined) break;
    if (signal.aborted) return;
  }
  await ctx.database.transact(tenantId, (tx) => markMissing(tx, of, began));
}
