import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { listWithdrawnWithCredit } from './dispute.store.ts';
import { provisionalBack } from './provisional-credit.kind.ts';

/** Takes back provisional credits of disputes that their cardholders have withdrawn. */
export const takeBackProvisional: RecurringJob<AppContext> = {
  name: 'disputes.take-back-provisional',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 50,
  async outside(ctx, { tenantId, atOnce, signal }) {
    const references = await ctx.database.read(tenantId, (tx) => listWithdrawnWithCredit(tx, tenantId, atOnce));
    for (const reference of references) {
      if (signal.aborted) break;
      const key = `provisional-back:${reference}`;
      await ctx.payments.submit({
        tenantId,
        kind: provisionalBack,
        key,
        actor: 'due',
        requestId: key,
        // A posting that is refused now may succeed later.
        isRetryable: true,
        input: { reference },
      });
    }
    return async () => 'done';
  },
};
