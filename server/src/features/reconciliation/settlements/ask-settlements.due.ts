import type { AppContext } from '../../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { askEach } from '../../processors/public.ts';
import { addDays, dueDays } from './settlement.store.ts';
import { takeSettlement } from './take-settlement.ts';

/** Reads the settlement of each day at each card processor, as a statement of the scheme's account. */
export const askSettlements: RecurringJob<AppContext> = {
  name: 'reconciliation.settlements',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 900_000 },
  atOnce: 10,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await askEach(ctx, { tenantId, signal }, async ({ id: connectionId, name, api: { settlements } }) => {
      if (!settlements) return;
      const of = { tenantId, connectionId };
      const { zone } = settlements;
      const nowMs = ctx.clocks.business.now();
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
      const until = now.toPlainDate().subtract({ days: 1 }).toString();
      const days = await ctx.database.transact(tenantId, async (tx) => {
        await addDays(tx, of, { until, zone, nowMs });
        return dueDays(tx, of, nowMs, atOnce);
      });
      for (const day of days) {
        if (signal.aborted) break;
        await takeSettlement(ctx, { ...of, day, name, settlements, signal });
      }
    });
    return nothingToSettle;
  },
};
