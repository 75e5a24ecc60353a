import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import { destinationOf } from './destination.ts';
import type { Schedule } from './schedule.store.ts';

type Failure = {
  readonly tenantId: number;
  readonly schedule: Schedule;
  /** It was one failure too many, and the schedule is cancelled. */
  readonly isEnded: boolean;
};

/** Notifies the payer of a scheduled payment that was not made. */
export async function notifyFailure(tx: Tx, ctx: AppContext, { tenantId, schedule, isEnded }: Failure): Promise<void> {
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId: schedule.brandId,
    holderId: schedule.holderId,
    template: isEnded ? 'scheduleEnded' : 'scheduleFailed',
    params: (language) => ({
      amount: money(toDollars(schedule.amount), language, 'never'),
      name: destinationOf(ctx, schedule).name,
    }),
    shown: { name: destinationOf(ctx, schedule).name, cents: -schedule.amount },
    dedupKey: `schedule:${schedule.id}:${schedule.progress.nextDay}`,
    everyContact: false,
  });
}
