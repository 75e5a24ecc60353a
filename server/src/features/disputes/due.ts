import { notifyDisputeNews } from './notify-dispute.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { eraseEnded, listWithdrawnWithCredit } from './dispute.store.ts';
import { retainedSince } from '../../platform/time/retention.domain.ts';
import { provisionalBack } from './provisional-credit.kind.ts';

/** Reverses provisional credits of disputes that their cardholders have withdrawn. */
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

/** Erases the statements and documents of disputes 7 years after they ended. */
export const eraseDisputes: RecurringJob<AppContext> = {
  name: 'disputes.erase',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:20'] },
  atOnce: 100,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    const erased = await eraseEnded(tx, tenantId, retainedSince(plannedAt), atOnce);
    return erased === atOnce ? 'more' : 'done';
  },
};

export const disputesJobs = [eraseDisputes, takeBackProvisional, notifyDisputeNews];
