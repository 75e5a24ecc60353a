import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { dayAt } from '../../platform/clock.ts';
import { giveBack, methodNamed } from '../payments/public.ts';
import { destinationOf } from './destination.ts';
import type { Schedule } from './schedule.store.ts';

/**
 * A held payment that ends unpaid is given back to the sums that it counted towards, those of the day on which it was
 * made. Called once, when its schedule leaves Active; releasing its hold has locked its account.
 */
export function giveBackCounted(
  tx: Tx,
  ctx: Pick<AppContext, 'paymentMethods' | 'secrets'>,
  tenantId: number,
  schedule: Schedule,
): void {
  const { kind, memberAccountId, amount, madeAt, holdId } = schedule;
  // What is paid on a later day counts on that day.
  if (holdId === null || schedule.progress.state !== 'Active') return;
  const sums = methodNamed(ctx.paymentMethods, kind).countedOn(destinationOf(ctx, schedule), dayAt(madeAt));
  if (sums.length > 0) giveBack(tx, tenantId, { memberAccountId, cents: amount, sums });
}
