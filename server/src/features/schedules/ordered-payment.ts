import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { methodNamed, type PaymentMethod } from '../payments/public.ts';
import { destinationOf, type ScheduledDestination, fullNumberOf } from './destination.ts';
import { findOrderedId, findSchedule, type Schedule } from './schedule.store.ts';

/** Payment that was ordered for later, or is held, and what it has become. */
export type OrderedPayment = {
  readonly schedule: Schedule;
  readonly method: PaymentMethod;
  readonly destination: ScheduledDestination;
  /** Number or reference in full. */
  readonly number: string;
  /** Receipt of the payment that it has become; null: it has not. */
  readonly paidAs: string | null;
};

type OrderReceipt = { readonly tenantId: number; readonly memberAccountId: bigint; readonly receipt: string };

/** The held or scheduled payment of an account with this receipt number, or that was carried out with it. */
export async function findOrderedPayment(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets' | 'paymentMethods'>,
  { tenantId, memberAccountId, receipt }: OrderReceipt,
): Promise<OrderedPayment | undefined> {
  const found = await findOrderedId(tx, tenantId, memberAccountId, receipt);
  const schedule = found && (await findSchedule(tx, tenantId, found.id));
  if (!schedule) return undefined;
  return {
    schedule,
    method: methodNamed(ctx.paymentMethods, schedule.kind),
    destination: destinationOf(ctx, schedule),
    number: fullNumberOf(ctx, schedule),
    paidAs: found.paid_as,
  };
}
