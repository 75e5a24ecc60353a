import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { subtractCounts, methodNamed } from '../payments/public.ts';
import { destinationOf } from './destination.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * Reduces the sums that an unpaid held payment counted towards, on the day when it was held. Called once, when its
 * schedule leaves Active; releasing the hold has locked the account.
 */
export function subtractScheduleCounts(
  tx: Tx,
  ctx: Pick<AppContext, 'paymentMethods' | 'secrets'>,
  tenantId: number,
  schedule: Schedule,
): void {
  const { kind, memberAccountId, amount, heldAt, holdId } = schedule;
  // A payment for a later day is counted on that day.
  if (holdId === null || schedule.progress.state !== 'Active') return;
  const sums = methodNamed(ctx.paymentMethods, kind).countedOn(destinationOf(ctx, schedule), dayAt(heldAt));
  if (sums.length > 0) subtractCounts(tx, tenantId, { memberAccountId, cents: amount, sums });
}
