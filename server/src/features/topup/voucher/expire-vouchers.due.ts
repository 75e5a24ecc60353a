import type { AppContext } from '../../../compose/context.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { voucherExpiry } from './voucher-expiry.kind.ts';
import { listExpired } from './voucher.store.ts';

/**
 * Expires vouchers that were redeemable until the day before, each once.
 *
 * @returns true if there may be more
 */
export async function expireVouchers(
  ctx: AppContext,
  tenantId: number,
  { day, atOnce }: { readonly day: string; readonly atOnce: number },
): Promise<boolean> {
  const expired = await ctx.database.read(tenantId, (tx) => listExpired(tx, tenantId, day, atOnce));
  const done = await Promise.all(
    expired.map((voucher) =>
      ctx.payments.submit({
        tenantId,
        kind: voucherExpiry,
        key: `voucher-expired:${voucher.id}`,
        actor: 'system',
        input: voucher,
        isRetryable: true,
      }),
    ),
  );
  return expired.length === atOnce && done.some(({ ok }) => ok);
}

/** Moves the worth of expired vouchers after each midnight. */
export const expireVouchersJob: RecurringJob<AppContext> = {
  name: 'vouchers.expire',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['00:10'] },
  atOnce: 100,
  async outside(ctx, { tenantId, plannedAt, atOnce }) {
    const hasMore = await expireVouchers(ctx, tenantId, { day: dayAt(plannedAt), atOnce });
    return async () => (hasMore ? 'more' : 'done');
  },
};
