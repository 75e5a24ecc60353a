import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { methodNamed, type PaymentMethod } from '../payments/public.ts';
import { destinationOf, type ScheduledDestination, wholeNumberOf } from './destination.ts';
import { findNotedDestination } from './held.store.ts';
import { findHeldId, findSchedule, type Schedule } from './schedule.store.ts';

/** A payment that is held, or was. */
export type HeldOne = {
  readonly schedule: Schedule;
  readonly method: PaymentMethod;
  readonly destination: ScheduledDestination;
  /** Number or reference in full. */
  readonly number: string;
  /** As its standing names it; null: it is not noted any more. */
  readonly noted: string | null;
  /** Receipt of the payment that it has become; null: it has not. */
  readonly paidAs: string | null;
};

type Asked = { readonly tenantId: number; readonly memberAccountId: bigint; readonly receipt: string };

/** The held payment of an account with this receipt number, or that was carried out with it. */
export async function findHeldOne(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets' | 'paymentMethods'>,
  { tenantId, memberAccountId, receipt }: Asked,
): Promise<HeldOne | undefined> {
  const found = await findHeldId(tx, tenantId, memberAccountId, receipt);
  const schedule = found && (await findSchedule(tx, tenantId, found.id));
  if (!schedule) return undefined;
  return {
    schedule,
    method: methodNamed(ctx.paymentMethods, schedule.kind),
    destination: destinationOf(ctx, schedule),
    number: wholeNumberOf(ctx, schedule),
    noted: (await findNotedDestination(tx, tenantId, schedule)) ?? null,
    paidAs: found.paid_as,
  };
}
