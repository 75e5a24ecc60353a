import type { AppContext } from '../../../compose/context.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { answeredReach } from './answered-reach.ts';
import { listOldReach, saveReach } from './reach.store.ts';

/** Asks the bank which rails reach the BSBs that were looked up or paid, before its last answers are a day old. */
export const renewReach: RecurringJob<AppContext> = {
  name: 'transfers.renew-reach',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 20,
  async outside(ctx, { tenantId, atOnce, signal }) {
    const bank = ctx.outside.instant(tenantId);
    if (!bank) return async () => 'done';
    const now = ctx.clocks.security.now();
    const old = await ctx.database.read(tenantId, (tx) => listOldReach(tx, tenantId, now, atOnce));
    const asked: { readonly bsb: string; readonly reach: ReturnType<typeof answeredReach> }[] = [];
    for (const bsb of old) {
      if (signal.aborted) break;
      asked.push({ bsb, reach: answeredReach(await bank.reachOf(bsb)) });
    }
    return async (tx) => {
      for (const { bsb, reach } of asked) if (reach) await saveReach(tx, tenantId, bsb, { ...reach, atMs: now });
      // A bank that does not answer is asked a minute later.
      return old.length === atOnce && asked.some(({ reach }) => reach) ? 'more' : 'done';
    };
  },
};
