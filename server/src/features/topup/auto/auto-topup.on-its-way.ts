import { addBankingDays, valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { toInstant } from '../../../platform/database/database.ts';
import type { OnItsWaySource } from '../on-its-way.ts';
import { listInFlight } from './direct-debit.store.ts';

/** The automatic top-up that has fired, with the business day on which it is credited. */
export const autoTopupsOnTheirWay: OnItsWaySource = async (tx, ctx, tenantId, memberAccountId) => {
  const all = await listInFlight(tx, tenantId, memberAccountId);
  if (all.length === 0) return [];
  const calendar = await readBankingCalendar(tx);
  return all.map(({ amount, fired_at, credit_on, is_by_call: isByCall }) => {
    const startedAt = Date.parse(toInstant(fired_at));
    if (isByCall) return { way: 'automatic', amount, startedAt, expectedOn: dayAt(startedAt) };
    const leaves = valueDate(calendar, ctx.config.cutOffs.external, startedAt);
    const expectedOn = credit_on ?? addBankingDays(calendar, leaves, ctx.config.topup.auto.creditDays);
    return { way: 'automatic', amount, startedAt, expectedOn };
  });
};
