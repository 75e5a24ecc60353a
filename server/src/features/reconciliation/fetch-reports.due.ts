import type { AppContext } from '../../compose/context.ts';
import { nothingToSettle, type QueuedJob } from '../../platform/due-work/job.ts';
import { READY_REPORTS } from '../gateway/public.ts';
import { gatewayOf } from '../programme/public.ts';
import { takeStatement } from './read-statements.ts';

/**
 * Fetches a report that the gateway has said is ready, and keeps it as a statement: once, whether someone puts the same
 * file into the folder or not.
 */
export const fetchReports: QueuedJob<AppContext, { readonly name: string }> = {
  queue: READY_REPORTS,
  atOnce: 2,
  async outside(ctx, { tenantId, plannedAt, payload: { name } }) {
    const gateway = gatewayOf(ctx, tenantId);
    // It has no key for reports, so someone fetches them.
    if (!gateway?.report) return nothingToSettle;
    const said = await gateway.report(name);
    if (said.kind === 'done') {
      const file = `${tenantId}-${name.replaceAll('_', '-').replace(/\.csv$/, '')}.statement.csv`;
      await takeStatement(ctx, tenantId, 'gateway', file, Buffer.from(said.value, 'utf8'));
    }
    const now = ctx.clocks.security.now();
    const { firstMs, secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
    const age = now - plannedAt;
    return async () => {
      if (said.kind === 'done') return 'done';
      if (age >= giveUpAfterMs) return { giveUp: 'report_missing' };
      return { againAt: now + (age < secondMs ? firstMs : age < thenMs ? secondMs : thenMs) };
    };
  },
};
