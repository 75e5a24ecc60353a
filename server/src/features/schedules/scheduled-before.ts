import { occurrenceOf } from '@wattle/contract/rules/schedule-dates.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import type { MethodTraits } from '../payments/public.ts';
import { dueDayOf } from './occurrence.domain.ts';
import { paymentDaysOf } from './payment-days.ts';
import { findSchedule, listActive, type Schedule } from './schedule.store.ts';

type Asked = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly paymentMethods: readonly MethodTraits[];
  readonly day: string;
};

/**
 * Number and cents of an account's payments that are scheduled before a day. Held ones are not available anyway, and
 * ones that wait for their payer are not paid without that person.
 */
export async function scheduledBefore(
  tx: Tx,
  { tenantId, memberAccountId, paymentMethods, day }: Asked,
): Promise<{ readonly count: number; readonly cents: bigint }> {
  const ids = await listActive(tx, tenantId, { memberAccountIds: [memberAccountId], holderIds: [] });
  if (ids.length === 0) return { count: 0, cents: 0n };
  const calendar = await readBankingCalendar(tx);
  const found = await Promise.all(ids.map((id) => findSchedule(tx, tenantId, id)));
  const counts = found
    .filter((one) => one !== undefined)
    .filter(({ holdId, isWaiting }) => holdId === null && !isWaiting)
    .map((one) => ({ count: countBefore(one, paymentMethods, calendar, day), amount: one.amount }));
  return {
    count: counts.reduce((all, { count }) => all + count, 0),
    cents: counts.reduce((all, { count, amount }) => all + BigInt(count) * amount, 0n),
  };
}

function countBefore(
  schedule: Schedule,
  paymentMethods: readonly MethodTraits[],
  calendar: BankingCalendar,
  day: string,
): number {
  const { recurring, progress } = schedule;
  if (progress.dueAt === null || dayAt(progress.dueAt) >= day) return 0;
  const days = paymentDaysOf({ paymentMethods }, schedule, calendar);
  for (let n = 1; ; n += 1) {
    const planned = occurrenceOf(recurring, progress.nextN + n);
    if (planned === undefined || dueDayOf(planned, days) >= day) return n;
  }
}
