import { PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import type { AppContext } from '../../compose/context.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import type { Tx } from '../../platform/database/database.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { advance } from './occurrence.domain.ts';
import { paymentDaysOf } from './payment-days.ts';
import { findSchedule, readRunOf, saveProgress, saveRun, type Schedule, scheduleLock } from './schedule.store.ts';

type Skip = {
  readonly tenantId: number;
  readonly id: string;
  readonly plannedDay: string;
  readonly isOwn: (schedule: Schedule) => boolean;
  readonly actor: string;
  readonly requestId: string;
};

/** Leaves out the next occurrence of a regular payment for its payer. */
export async function skipPayment(
  tx: Tx,
  ctx: Pick<AppContext, 'clocks' | 'config' | 'live' | 'paymentMethods'>,
  { tenantId, id, plannedDay, isOwn, actor, requestId }: Skip,
): Promise<'ok' | 'not_found' | 'payment_made'> {
  // The lock waits for a payment that is being made.
  await lockNames(tx, [scheduleLock(id)]);
  const schedule = await findSchedule(tx, tenantId, id);
  if (!schedule || !isOwn(schedule)) return 'not_found';
  const before = await readRunOf(tx, tenantId, id, plannedDay);
  if (before === 'Skipped') return 'ok';
  if (before === 'Paid') return 'payment_made';
  const { progress, recurring, holdId, isWaiting } = schedule;
  const isRegular =
    recurring.frequency !== PAYMENT_FREQUENCY.laterDated && recurring.frequency !== PAYMENT_FREQUENCY.now;
  const isNext = progress.state === 'Active' && progress.nextDay === plannedDay;
  if (!isRegular || !isNext || holdId !== null || isWaiting) return 'not_found';
  const days = paymentDaysOf(ctx, schedule, await readBankingCalendar(tx));
  saveProgress(tx, tenantId, id, advance({ recurring, progress, days, settings: ctx.config.schedules }, 'skipped'));
  const at = ctx.clocks.business.now();
  saveRun(tx, tenantId, id, { plannedDay, state: 'Skipped', error: null, available: null, receipt: null, at });
  ctx.live.publishChanged(tx, tenantId, schedule.memberAccountId);
  audit(tx, ctx.clocks, {
    tenantId,
    actor,
    action: 'schedule.skipped',
    object: `schedule:${id}`,
    requestId,
    outcome: 'ok',
  });
  return 'ok';
}
