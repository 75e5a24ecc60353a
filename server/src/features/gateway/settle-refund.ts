import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { lockNames } from '../../platform/named-locks.ts';
import { chargeLock } from './booking.ts';
import { bookLateRefund } from './lost-refund.kind.ts';
import { findRefund, type RefundAttempt, type RefundOutcome, type RefundRow, settleRefund } from './refund.store.ts';

/** A refund, read under the lock of its charge. */
export async function lockRefund(tx: Tx, tenantId: number, key: string): Promise<RefundRow | undefined> {
  const refund = await findRefund(tx, tenantId, key);
  if (!refund) return undefined;
  await lockNames(tx, [chargeLock(refund.charge_id)]);
  return findRefund(tx, tenantId, key);
}

/**
 * Records what the gateway says of a refund. One that was stopped by a chargeback and was made all the same, because it
 * was on its way, is booked as lost.
 */
export async function settleOutcome(ctx: AppContext, attempt: RefundAttempt, to: RefundOutcome): Promise<void> {
  const isSettled = await ctx.database.transact(attempt.tenant_id, async (tx) => {
    await lockRefund(tx, attempt.tenant_id, attempt.key);
    return settleRefund(tx, attempt, to);
  });
  if (!isSettled && to.state === 'Done') await bookLateRefund(ctx, attempt);
}
