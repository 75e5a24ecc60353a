import type { AppContext } from '../../compose/context.ts';
import { addBankingDays, isBankingDay } from '../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { REFUSED_FOR_MS, replaceTrouble, STATEMENT_TROUBLE, type Trouble } from '../settlement/public.ts';
import { listUnread } from './settlements/settlement.store.ts';
import { NOT_BELIEVED } from './settlements/take-settlement.ts';
import { listLate, listRefused } from './statement.store.ts';

/** Logs which statements cannot be fetched, were refused or have not come in their time, and which no longer. */
export async function noteStatements(ctx: AppContext, tenantId: number, unread: readonly Trouble[]): Promise<void> {
  await replaceTrouble(ctx, tenantId, STATEMENT_TROUBLE, async (tx) => {
    const refused = await listRefused(tx, tenantId, ctx.clocks.business.now() - REFUSED_FOR_MS);
    return [
      ...unread,
      ...refused.map(({ name, refused: reason }): Trouble => ({ kind: 'statementRefused', file: name, reason })),
      ...(await listMissing(ctx, tx, tenantId)),
      ...(await listUnreadSettlements(ctx, tx, tenantId)),
    ];
  });
}

async function listMissing(ctx: AppContext, tx: Tx, tenantId: number): Promise<Trouble[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.clocks.business.now()).toZonedDateTimeISO(PROGRAMME_ZONE);
  const calendar = await readBankingCalendar(tx);
  const today = now.toPlainDate().toString();
  const isDue =
    isBankingDay(calendar, today) && now.toPlainTime().toString().slice(0, 5) >= ctx.config.bank.statementsBy;
  // On another day, and before the time, the statement that was due last counts.
  const day = addBankingDays(calendar, today, isDue ? -1 : -2);
  const after = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(PROGRAMME_ZONE);
  const late = await listLate(tx, tenantId, day, after.epochMilliseconds);
  return late.map((account) => ({ kind: 'statementMissing', file: account, reason: '' }));
}

/** Days after which a processor's settlement of a day is late. */
const LATE_AFTER_DAYS = 2;

async function listUnreadSettlements(ctx: AppContext, tx: Tx, tenantId: number): Promise<Trouble[]> {
  const now = Temporal.Instant.fromEpochMilliseconds(ctx.clocks.business.now()).toZonedDateTimeISO('UTC');
  const before = now.toPlainDate().subtract({ days: LATE_AFTER_DAYS }).toString();
  const unread = await listUnread(tx, tenantId, { refusedFor: NOT_BELIEVED, before });
  return unread.map(({ name, day, trouble }): Trouble => {
    const isRefused = NOT_BELIEVED.some((one) => one === trouble);
    return { kind: isRefused ? 'statementRefused' : 'statementMissing', file: `${name} ${day}`, reason: trouble ?? '' };
  });
}
